//! A wish to end early, shared between who has it and who works.

use parking_lot::{Condvar, Mutex};
use std::{sync::Arc, time::Duration};

/// Cloned into whatever works; one [`Stop::stop`] reaches all clones, for good.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Nobody wants to stop yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks whoever works to end.
    pub fn stop(&self) {
        *self.0.0.lock() = true;
        self.0.1.notify_all();
    }

    /// Whether somebody asked.
    pub fn is_stopped(&self) -> bool {
        *self.0.0.lock()
    }

    /// Waits until somebody asks or the time is over; says whether somebody asked.
    pub fn wait(&self, time: Duration) -> bool {
        let mut asked = self.0.0.lock();
        self.0.1.wait_while_for(&mut asked, |asked| !*asked, time);
        *asked
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Stop;

    #[test]
    fn a_stop_reaches_every_clone_and_stays() {
        let stop = Stop::new();
        assert!(!stop.is_stopped() && !stop.wait(Duration::from_millis(1)));
        let clone = stop.clone();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| clone.wait(Duration::from_mins(5)));
            stop.stop();
            assert!(waiting.join().unwrap());
        });
        assert!(clone.is_stopped() && stop.wait(Duration::ZERO));
    }
}
