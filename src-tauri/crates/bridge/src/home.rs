//! The folders of a studio that keeps everything in one folder.

use std::{fs, io, path::Path};

use studio_api::{Config, Keychain, Upkeep};

/// A studio that touches nothing outside `home`, whose folders are made.
pub fn config(home: &Path) -> io::Result<Config> {
    let folder = |name| {
        let path = home.join(name);
        fs::create_dir_all(&path).map(|()| path)
    };
    Ok(Config {
        data_dir: folder("data")?,
        cache_dir: folder("cache")?,
        config_dir: folder("config")?,
        home_dir: Some(folder("home")?),
        documents_dir: Some(folder("home/Documents")?),
        script_host: None,
        client_path: None,
        resource_dir: None,
        user: "author".to_owned(),
        upkeep: Upkeep::InBackground,
        keychain: Keychain::Never,
    })
}
