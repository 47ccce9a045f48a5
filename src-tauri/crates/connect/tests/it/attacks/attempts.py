"""Ways out of the sandbox, each a function that returns what it got, or nothing. They change nothing where they succeed.

`run` gives the names of those that got anything.
"""

import ctypes
import errno
import os
import signal
import socket
import struct
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
ATTEMPTS = {}
# For all machines the same, and the newer ones.
NUMBERS = {"io_uring_setup": 425, "clone3": 435, "open_tree": 428,
           "fsopen": 430}
# Stands for a process of somebody else's.
OUTSIDE = object()
BYTE = ctypes.create_string_buffer(1)
ONE_BYTE = (ctypes.c_size_t * 2)(ctypes.addressof(BYTE), 1)


def attempt(function):
    ATTEMPTS[function.__name__] = function
    return function


def attempts(name, cases):
    """The same for each case; a name for each."""
    def take(function):
        for case in cases:
            ATTEMPTS[f"{name} {case}"] = lambda args, case=case: function(args, case)
        return function
    return take


def read(path):
    with open(path, "rb") as file:
        return file.read(16)


def asked(name, *arguments):
    """Whether the kernel does it; an error other than a refusal counts as done: it was let in. Who is not there, is not."""
    ctypes.set_errno(0)
    call = (lambda *given: libc.syscall(NUMBERS[name], *given)) if name in NUMBERS else getattr(libc, name)
    if call(*arguments) >= 0:
        return True
    return ctypes.get_errno() not in (errno.EPERM, errno.ESRCH, errno.EACCES, errno.ENOSYS)


@attempts("read", ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/ssh/sshd_config", "/proc/kcore",
                   "/proc/kmsg", "/proc/sys/kernel/hostname", "/sys/kernel/uevent_seqnum", "/dev/mem", "/dev/kmsg",
                   "/dev/sda", "/dev/vda", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/proc/self/root/etc/passwd",
                   "/proc/self/cwd/../../etc/passwd", "/proc/1/root/etc/passwd", "/proc/1/mem", "/proc/self/mem",
                   "/../../../etc/passwd", "/tmp/../etc/passwd", "/usr/../etc/passwd"])
def read_path(args, path):
    if path == "/proc/self/mem":
        return open(path, "r+b")
    return read(path)


@attempt
def read_what_is_the_users(args):
    return read(args["secret"])


@attempt
def read_it_by_a_link(args):
    for folder in ("/tmp", "/dev/shm", os.getcwd()):
        try:
            link = os.path.join(folder, "link")
            os.symlink(args["secret"], link)
        except OSError:
            continue
        return read(link)


@attempt
def read_it_by_a_hard_link(args):
    os.link(args["secret"], "/tmp/hard")
    return read("/tmp/hard")


@attempt
def read_it_by_a_handle(args):
    return asked("open_by_handle_at", -100, ctypes.create_string_buffer(struct.pack("Ii", 8, 1) + b"\0" * 8), 0)


@attempt
def read_it_from_above(args):
    folder = os.open(os.getcwd(), os.O_RDONLY)
    try:
        return os.read(os.open("../" * 20 + args["secret"].lstrip("/"), os.O_RDONLY, dir_fd=folder), 16)
    finally:
        os.close(folder)


@attempts("list", ["/root", "/home", "/var/log", "/etc", "/sys", "/proc/sys", "/run", "/mnt", "/"])
def list_folder(args, folder):
    # Mount points are made where nothing else is: a folder that is as good as empty tells nothing.
    return [name for name in os.listdir(folder) if name not in ("alternatives", "tmp", "usr", "proc", "dev")]


@attempts("write", ["/usr/bin/x", "/usr/lib/x", "/etc/x", "/x", "/proc/x", "/dev/x", "/proc/sys/kernel/core_pattern",
                    "/proc/self/oom_score_adj", "/proc/self/uid_map", "/proc/self/comm", "/proc/sysrq-trigger"])
def write_path(args, path):
    if os.path.exists(path):
        return os.open(path, os.O_WRONLY) >= 0
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
    os.remove(path)
    return True


@attempt
def write_where_it_started(args):
    return open("here", "wb")


@attempt
def write_over_the_host(args):
    return open(args["host"], "r+b")


@attempt
def write_over_the_interpreter(args):
    return open(os.path.realpath(sys.executable), "r+b")


@attempts("change", ["rights", "owner", "dates", "name"])
def change_of_a_program(args, what):
    path = os.path.realpath(sys.executable)
    now = os.stat(path)
    changes = {
        "rights": lambda: os.chmod(path, now.st_mode & 0o7777),
        "owner": lambda: os.chown(path, -1, -1),
        "dates": lambda: os.utime(path, ns=(now.st_atime_ns, now.st_mtime_ns)),
        "name": lambda: os.rename(path, path),
    }
    return changes[what]() is None


@attempt
def make_a_device(args):
    return os.mknod("/tmp/disk", 0o60666, os.makedev(8, 0)) is None


# Each in a way that changes nothing: what was let in fails for another reason, or concerns this process alone.
CALLS = {
    "chroot": (b".",),
    "mount": (b"none", b"/usr", b"no-such-kind", 0, None),
    "reboot": (7,),
    "swapoff": (b"/nowhere",),
    "acct": (b"/nowhere",),
    "sethostname": (b"x", ctypes.c_size_t(-1)),
    "unshare": (0x10000000,),
    "setns": (0, 0),
    "open_tree": (-100, b"/usr", 1),
    "fsopen": (b"tmpfs", 0),
    "io_uring_setup": (1, ctypes.create_string_buffer(120)),
    "clone3": (None, 0),
    "memfd_create": (b"x", 0),
    "shmget": (0, 4096, 0o1600),
    "msgget": (0, 0o1600),
    "fanotify_init": (0, 0),
    "klogctl": (3, ctypes.create_string_buffer(64), 64),
    "ptrace": (16, OUTSIDE, None, None),
    "process_vm_readv": (OUTSIDE, ONE_BYTE, 1, ONE_BYTE, 1, 0),
}


@attempts("call", CALLS)
def call(args, name):
    return asked(name, *(args["outside"] if given is OUTSIDE else given for given in CALLS[name]))


@attempts("end", ["the outside process", "the parent", "the group above"])
def end(args, whom):
    pid = {"the outside process": args["outside"], "the parent": args["outside_parent"], "the group above": args["outside"]}
    if whom == "the group above":
        return os.killpg(pid[whom], signal.SIGCONT) is None
    return os.kill(pid[whom], signal.SIGCONT) is None


@attempt
def end_by_a_handle(args):
    process = os.pidfd_open(args["outside"])
    try:
        return signal.pidfd_send_signal(process, signal.SIGCONT) is None
    finally:
        os.close(process)


@attempt
def memory_of_another(args):
    return open(f"/proc/{args['outside']}/mem", "rb")


@attempt
def environment_of_another(args):
    with open(f"/proc/{args['outside']}/environ", "rb") as file:
        return args["mark"].encode() in file.read()


@attempt
def become_root_by_a_program(args):
    said = subprocess.run(["su", "-c", "cat /etc/shadow"], stdin=subprocess.DEVNULL, capture_output=True)
    return said.stdout


@attempts("shell", ["cat /etc/passwd", "ls /home/* /root", "nsenter -t 1 -m cat /etc/passwd", "unshare -Ur cat /etc/passwd", "bwrap --bind / / cat /etc/passwd"])
def shell(args, line):
    return subprocess.run(line, shell=True, stdin=subprocess.DEVNULL, capture_output=True).stdout


@attempts("socket", ["loopback", "public", "names", "datagram", "raw", "packet", "unix", "abstract", "vsock", "bluetooth"])
def connect(args, kind):
    if kind in ("raw", "packet", "vsock", "bluetooth"):
        family = {"raw": 2, "packet": 17, "vsock": 40, "bluetooth": 31}[kind]
        return socket.socket(family, socket.SOCK_RAW if kind != "vsock" else socket.SOCK_STREAM).fileno() >= 0
    if kind in ("unix", "abstract"):
        with socket.socket(socket.AF_UNIX) as it:
            return it.connect(args["unix"] if kind == "unix" else "\0" + args["mark"]) is None
    if kind == "datagram":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
            it.sendto(b"x", ("192.0.2.1", 9))
            return True
    if kind == "names":
        return socket.getaddrinfo("example.com", 80)
    with socket.create_connection(("127.0.0.1", args["port"]) if kind == "loopback" else ("1.1.1.1", 443), 3):
        return True


@attempt
def inherited_files(args):
    def is_open(number):
        try:
            return os.readlink(f"/proc/self/fd/{number}") if os.path.exists("/proc/self/fd") else os.fstat(number)
        except OSError:
            return None
    return [number for number in range(3, 1024) if is_open(number)]


@attempt
def keys_of_the_terminal(args):
    import fcntl
    import termios
    with open("/dev/tty", "rb") as terminal:
        return fcntl.ioctl(terminal, termios.TIOCSTI, b"x") is not None


def run(args):
    got = {}
    for name, function in ATTEMPTS.items():
        try:
            found = function(args)
        except (OSError, subprocess.SubprocessError, AttributeError, ValueError):
            continue
        if found:
            got[name] = str(found)[:60]
    return {"tried": len(ATTEMPTS), "got": got}
