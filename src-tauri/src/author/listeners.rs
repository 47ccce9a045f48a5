//! Whether a screen reader is there: one has asked the desktop to be told what is shown, such as what the announcer says.
//!
//! `org.a11y.Status` does not answer that. Orca turns it on where it is off and never off again, and a desktop may have it on
//! for good. The registry of the accessibility bus knows who listens, and to what; whoever ends is off its list.

use std::{future::pending, sync::Arc};

use gtk::{
    gio::{
        BusType, Cancellable, DBusCallFlags, DBusConnection, DBusConnectionFlags, DBusSignalFlags,
        dbus_address_get_for_bus_sync,
    },
    glib::{self, MainContext, Variant},
    prelude::*,
};
use tauri::{AppHandle, Emitter, Manager};

use super::Author;
use crate::events;

/// Where a session says where its accessibility bus is: the name, the place, the interface.
const BUS: (&str, &str, &str) = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus");
/// Where that bus says who listens.
const REGISTRY: (&str, &str, &str) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry");
/// What the announcer does, as the registry writes it. Who leaves parts out, or empty, listens to all of the kind.
const SHOWN: [&str; 3] = ["Object", "StateChanged", "Showing"];

/// Tells the page whether a screen reader is there, whenever that changes. For the thread of the window.
pub(crate) fn tell_page(app: &AppHandle) {
    let app = app.clone();
    let tell = move |is_there| {
        if app.state::<Arc<Author>>().note_screen_reader(is_there) {
            let _closing = app.emit(events::SCREEN_READER, is_there);
        }
    };
    MainContext::ref_thread_default().spawn_local(async move {
        // A session without a bus has no screen reader.
        let Ok(session) = dbus_address_get_for_bus_sync(BusType::Session, Cancellable::NONE) else { return };
        let _nobody = follow(&session, tell).await;
    });
}

/// Tells whether anybody listens, now and whenever that may have changed. Ends only where there is nobody to ask.
async fn follow(session: &str, tell: impl Fn(bool) + Clone + 'static) -> Result<(), glib::Error> {
    let bus = accessibility_bus(session).await?;
    let told = tell.clone();
    bus.connect_local("closed", false, move |_| {
        told(false);
        None
    });
    let (name, place, interface) = REGISTRY;
    let told = tell.clone();
    let on_change = move |bus: &DBusConnection, _: &str, _: &str, _: &str, _: &str, change: &Variant| {
        if may_matter(change) {
            MainContext::ref_thread_default().spawn_local(look(bus.clone(), told.clone()));
        }
    };
    let nothing = DBusSignalFlags::NONE;
    bus.signal_subscribe(Some(name), Some(interface), None, Some(place), None, nothing, on_change);
    look(bus.clone(), tell).await;
    // A connection that nobody holds is closed.
    pending().await
}

async fn accessibility_bus(session: &str) -> Result<DBusConnection, glib::Error> {
    let answer = ask(&connect(session).await?, BUS, "GetAddress").await?;
    let (address,) = answer.get::<(String,)>().unwrap_or_default();
    connect(&address).await
}

/// A connection of its own: the one that GTK shares ends the program when the bus does.
async fn connect(address: &str) -> Result<DBusConnection, glib::Error> {
    let kind = DBusConnectionFlags::AUTHENTICATION_CLIENT | DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
    DBusConnection::for_address_future(address, kind, None).await
}

async fn ask(bus: &DBusConnection, whom: (&str, &str, &str), what: &str) -> Result<Variant, glib::Error> {
    let (name, place, interface) = whom;
    let usual_patience = -1;
    bus.call_future(Some(name), place, interface, what, None, None, DBusCallFlags::NONE, usual_patience).await
}

/// Looks who listens, and tells whether anybody does.
async fn look(bus: DBusConnection, tell: impl Fn(bool)) {
    let Ok(answer) = ask(&bus, REGISTRY, "GetRegisteredEvents").await else { return };
    if let Some((listeners,)) = answer.get::<(Vec<(String, String)>,)>() {
        tell(listeners.iter().any(|(_, event)| is_shown(event)));
    }
}

/// Whether who listens may have changed with this: the listener, and the event. One that is gone has an empty event.
fn may_matter(change: &Variant) -> bool {
    let event = (change.n_children() > 1).then(|| change.child_value(1));
    event.as_ref().and_then(Variant::str).is_none_or(is_shown)
}

fn is_shown(event: &str) -> bool {
    event.split(':').zip(SHOWN).all(|(part, whole)| part.is_empty() || part == whole)
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        fs,
        io::{BufRead as _, BufReader},
        os::unix::fs::PermissionsExt as _,
        path::{Path, PathBuf},
        process::{Child, Command, Stdio},
        rc::Rc,
    };

    use studio_testkit::{leave_out, until};

    use super::*;

    /// What starts an accessibility bus where one is asked for; Debian's package at-spi2-core has it.
    const SERVICE: &str = "/usr/share/dbus-1/services/org.a11y.Bus.service";

    #[test]
    fn who_listens_to_all_that_is_shown_or_is_gone_matters_and_others_do_not() {
        for event in ["Object:StateChanged:Showing", "Object:StateChanged:", "Object:StateChanged", "Object::", ""] {
            assert!(is_shown(event), "{event}");
            assert!(may_matter(&(":1.2", event).to_variant()), "{event}");
        }
        for event in ["Object:StateChanged:Focused", "Object:TextCaretMoved:", "Window:Activate:", "Focus:"] {
            assert!(!is_shown(event), "{event}");
            assert!(!may_matter(&(":1.2", event).to_variant()), "{event}");
        }
        assert!(may_matter(&(":1.2",).to_variant()));
    }

    #[test]
    fn a_screen_reader_is_noticed_when_it_comes_and_when_it_is_gone() {
        let Some(session) = Session::start() else {
            leave_out("there is no dbus-daemon, or no at-spi2-core");
            return;
        };
        let context = MainContext::new();
        let both_orders = || {
            let before = told_of(&context, &session.address);
            await_told(&context, &before, false);
            let reader = context.block_on(listen(&session.address, "object:state-changed:showing"));
            await_told(&context, &before, true);
            let after = told_of(&context, &session.address);
            await_told(&context, &after, true);
            context.block_on(reader.close_future()).unwrap();
            await_told(&context, &before, false);
            await_told(&context, &after, false);
        };
        context.with_thread_default(both_orders).unwrap();
    }

    /// What is told from now on, the last of it.
    fn told_of(context: &MainContext, session: &str) -> Rc<Cell<Option<bool>>> {
        let last = Rc::new(Cell::new(None));
        let (told, session) = (Rc::clone(&last), session.to_owned());
        context.spawn_local(async move { follow(&session, move |is_there| told.set(Some(is_there))).await });
        last
    }

    fn await_told(context: &MainContext, last: &Cell<Option<bool>>, wanted: bool) {
        until("what is told of the screen reader", || {
            while context.iteration(false) {}
            last.get() == Some(wanted)
        });
    }

    /// Listens as a screen reader does.
    async fn listen(session: &str, event: &str) -> DBusConnection {
        let bus = accessibility_bus(session).await.unwrap();
        let (name, place, interface) = REGISTRY;
        let asked = (event, Vec::<String>::new(), "").to_variant();
        let flags = DBusCallFlags::NONE;
        let call = bus.call_future(Some(name), place, interface, "RegisterEvent", Some(&asked), None, flags, -1);
        call.await.unwrap();
        bus
    }

    /// A session of its own. What its bus starts ends with it.
    struct Session {
        bus: Child,
        address: String,
        home: PathBuf,
    }

    impl Session {
        fn start() -> Option<Self> {
            if !Path::new(SERVICE).exists() {
                return None;
            }
            let home = std::env::temp_dir().join(format!("skill-studio-listeners-{}", std::process::id()));
            fs::create_dir_all(&home).unwrap();
            // The bus wants its folder closed to others.
            fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
            let mut command = Command::new("dbus-daemon");
            command.args(["--session", "--nofork", "--nopidfile", "--print-address"]);
            command.envs(["HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"].map(|name| (name, &home)));
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
                command.env_remove(name);
            }
            let mut bus = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
            let mut address = String::new();
            BufReader::new(bus.stdout.take().unwrap()).read_line(&mut address).unwrap();
            Some(Self { bus, address: address.trim().to_owned(), home })
        }
    }

    impl Drop for Session {
        fn drop(&mut self) {
            let _gone = self.bus.kill();
            let _gone = self.bus.wait();
            let _gone = fs::remove_dir_all(&self.home);
        }
    }
}
