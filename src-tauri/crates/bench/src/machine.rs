//! What all this was measured on. Linux only; elsewhere only the number of processors is known.

use std::fs;

/// One line: processor, memory, and how busy the machine was when the measurements began.
pub(crate) fn line() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor = value_of("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let memory = value_of("/proc/meminfo", "MemTotal")
        .and_then(|memory| memory.split_whitespace().next()?.parse::<f64>().ok())
        .map(|kib| format!(", {:.0} GiB", kib / f64::from(1 << 20)))
        .unwrap_or_default();
    let load = fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|line| line.split_whitespace().next().map(|load| format!(", load {load} before the start")))
        .unwrap_or_default();
    format!("machine: {processor}, {cores} processors{memory}, {}{load}", std::env::consts::OS)
}

fn value_of(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
