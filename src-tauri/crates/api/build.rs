//! Builds again when a sample skill comes or goes: the samples are part of the program.

fn main() {
    println!("cargo:rerun-if-changed=../../../skills");
}
