//! Platform workarounds that must be in place before anything else starts.

/// Hands back to the system, every now and then, what the program has freed: after a library is read, an import or the
/// embedding model the allocator keeps more than a hundred megabytes otherwise. So with code: much of it runs once, at the
/// start or when the model is loaded.
pub fn give_freed_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(linux::BETWEEN_TRIMS);
            linux::trim();
            #[cfg(target_pointer_width = "64")]
            code::let_go();
        }
    });
}

/// Prepares the process; called before the first thread starts.
pub fn before_threads() {
    studio_api::keep_runtime_quiet();
    #[cfg(target_os = "linux")]
    {
        linux::choose_renderer();
        linux::collect_often();
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    linux::give_memory_back();
}

#[cfg(target_os = "linux")]
mod linux {
    /// A trim takes some milliseconds.
    #[cfg(target_env = "gnu")]
    pub(super) const BETWEEN_TRIMS: std::time::Duration = std::time::Duration::from_secs(10);

    /// Turns off the DMABUF renderer of `WebKitGTK`, which shows a blank window with some graphics drivers.
    pub(super) fn choose_renderer() {
        set_unless_set("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
    }

    /// Lets the page's garbage collector run as on a small machine. It lets garbage grow with the memory of the machine,
    /// to hundreds of megabytes where there is much, though what the page needs is some eighty.
    pub(super) fn collect_often() {
        set_unless_set("JSC_forceRAMSize", "100000000");
    }

    /// Sets a variable for this process and those it starts. A value the author has set is left alone.
    #[expect(
        unsafe_code,
        reason = "changing the environment is sound only before threads start; main calls this first"
    )]
    fn set_unless_set(name: &str, value: &str) {
        if std::env::var_os(name).is_none() {
            // SAFETY: no other thread runs yet, so nobody reads the environment at the same time.
            unsafe { std::env::set_var(name, value) };
        }
    }

    /// Lets the allocator give large blocks back to the system. glibc raises these limits by itself after the first large
    /// block is freed, and then keeps some 130 MiB of the embedding model long after it is unloaded.
    #[cfg(target_env = "gnu")]
    #[expect(unsafe_code, reason = "the allocator's limits can be set in no other way")]
    pub(super) fn give_memory_back() {
        const BLOCKS_OF_THEIR_OWN: i32 = 256 * 1024;
        const KEPT_FREE: i32 = 128 * 1024;
        // Each further arena keeps its own free memory; threads of commands come and go.
        const ARENAS: i32 = 2;
        // SAFETY: mallopt takes two integers and may be called at any time; an unknown one is refused, not undefined.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, BLOCKS_OF_THEIR_OWN);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT_FREE);
            libc::mallopt(libc::M_ARENA_MAX, ARENAS);
        }
    }

    #[cfg(target_env = "gnu")]
    #[expect(unsafe_code, reason = "the allocator can be asked in no other way")]
    pub(super) fn trim() {
        // SAFETY: malloc_trim takes an integer, may be called at any time and from any thread.
        unsafe { libc::malloc_trim(0) };
    }
}

/// Code of the program and of its libraries that is mapped and not in use.
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod code {
    use std::{ffi::c_void, ptr};

    /// Unmaps the pages of all code. They stay in the system's cache, and what runs again is mapped again, sixteen pages at a
    /// time and without reading the disk.
    #[expect(unsafe_code, reason = "the loader names what it has loaded to a callback only")]
    pub(super) fn let_go() {
        // SAFETY: the callback keeps nothing of what it is given, and the loader keeps it alive while the callback runs.
        unsafe { libc::dl_iterate_phdr(Some(unmap), ptr::null_mut()) };
    }

    /// Unmaps the code of one program or library.
    #[expect(unsafe_code, reason = "the loader calls it with pointers")]
    unsafe extern "C" fn unmap(object: *mut libc::dl_phdr_info, _: usize, _: *mut c_void) -> libc::c_int {
        // SAFETY: the loader gives a valid description, with as many headers as it says.
        let (base, headers) = unsafe {
            let object = &*object;
            if object.dlpi_phdr.is_null() {
                return 0;
            }
            (object.dlpi_addr, std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()))
        };
        if headers.iter().any(|header| header.p_type == libc::PT_DYNAMIC && is_patched(base, header)) {
            return 0;
        }
        for header in headers.iter().filter(|header| header.p_type == libc::PT_LOAD && is_code(header)) {
            let (from, to) = pages(base + header.p_vaddr, header.p_memsz);
            // SAFETY: the range is code from a file that nobody has written to: dropped pages are read from it again, the
            // one this runs on included. A range that cannot be unmapped is refused, not undefined.
            unsafe { libc::madvise(from as *mut c_void, (to - from) as usize, libc::MADV_DONTNEED) };
        }
        0
    }

    fn is_code(header: &libc::Elf64_Phdr) -> bool {
        header.p_flags & libc::PF_X != 0 && header.p_flags & libc::PF_W == 0
    }

    /// The whole pages of a range.
    fn pages(from: u64, length: u64) -> (u64, u64) {
        const PAGE: u64 = 64 * 1024;
        let (first, last) = (from.next_multiple_of(PAGE), (from + length) / PAGE * PAGE);
        (first, last.max(first))
    }

    /// Whether the loader has written into the code itself, which would be lost.
    #[expect(unsafe_code, reason = "the table of the loader ends with a mark and has no length")]
    fn is_patched(base: u64, header: &libc::Elf64_Phdr) -> bool {
        const END: u64 = 0;
        const TEXTREL: u64 = 22;
        const FLAGS: u64 = 30;
        const IN_FLAGS: u64 = 4;
        let table = (base + header.p_vaddr) as *const [u64; 2];
        let rows = (header.p_memsz / size_of::<[u64; 2]>() as u64) as usize;
        (0..rows)
            // SAFETY: the row lies within the segment that the header describes.
            .map(|row| unsafe { *table.add(row) })
            .take_while(|[tag, _]| *tag != END)
            .any(|[tag, value]| tag == TEXTREL || (tag == FLAGS && value & IN_FLAGS != 0))
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod tests {
    use std::{env, fs, ops::Range};

    #[test]
    #[expect(unsafe_code, reason = "code is mapped by reading it where it lies")]
    fn code_that_was_let_go_runs_again() {
        let (range, _) = own_code();
        for at in range.step_by(4096) {
            // SAFETY: the range is this program's code, which can be read as long as it runs.
            unsafe { std::ptr::read_volatile(at as *const u8) };
        }
        let (_, before) = own_code();
        super::code::let_go();
        let (_, after) = own_code();
        assert!(after < before / 2, "{after} KB of code are mapped, before {before} KB");
    }

    /// Where this program's own code lies, and kilobytes of it that are in memory.
    fn own_code() -> (Range<usize>, u64) {
        let program = env::current_exe().unwrap();
        let maps = fs::read_to_string("/proc/self/smaps").unwrap();
        let mut lines = maps.lines();
        let code = lines.find(|line| line.contains(" r-xp ") && line.ends_with(program.to_str().unwrap())).unwrap();
        let (from, to) = code.split_once(' ').unwrap().0.split_once('-').unwrap();
        let [from, to] = [from, to].map(|at| usize::from_str_radix(at, 16).unwrap());
        let resident = lines.find_map(|line| line.strip_prefix("Rss:")).unwrap();
        (from..to, resident.trim().trim_end_matches(" kB").parse().unwrap())
    }
}
