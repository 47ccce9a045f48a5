//! Archives and an index of them, unpacked by Python and judged by the standard's reference.

use super::{ask, exported::Exported, fetch::Judges, verdict::Verdict};

/// Every `.skill` has one folder of its own name and one `SKILL.md`.
const UPLOADS: &str = "
import pathlib, sys, tempfile, zipfile
from skills_ref.validator import validate
for path in sorted(pathlib.Path('.').glob('*.skill')):
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
        names = archive.namelist()
        damaged = archive.testzip()
        tops = {name.split('/')[0] for name in names}
        files = [name for name in names if name.split('/')[-1].lower() == 'skill.md']
        archive.extractall(folder)
        wrong = validate(pathlib.Path(folder, path.stem))
        if damaged or tops != {path.stem} or len(files) != 1 or wrong:
            print(f'WRONG {path.stem}: {damaged} {tops} {files} {wrong}')
        else:
            print(f'RIGHT {path.stem}')
";

/// Every entry has the digest of what it leads to, which has `SKILL.md` at its root.
const INDEX: &str = "
import hashlib, json, pathlib, tempfile, zipfile
from skills_ref.parser import read_properties
from skills_ref.validator import validate
root = pathlib.Path('.')
for entry in json.loads((root / '.well-known/agent-skills/index.json').read_text('utf-8'))['skills']:
    bytes = (root / entry['url'].lstrip('/')).read_bytes()
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top, entry['name'])
        folder.mkdir()
        served = root / entry['url'].lstrip('/')
        if entry['type'] == 'archive':
            zipfile.ZipFile(served).extractall(folder)
        else:
            (folder / 'SKILL.md').write_bytes(bytes)
        wrong = validate(folder)
        read = read_properties(folder) if not wrong else None
        if entry['digest'] != 'sha256:' + hashlib.sha256(bytes).hexdigest():
            wrong.append('another digest')
        if read and (read.name != entry['name'] or read.description.split() != entry['description'].split()):
            wrong.append(f'reads {read.name}: {read.description}')
        print(f'WRONG {entry[\"name\"]}: {wrong}' if wrong else f'RIGHT {entry[\"name\"]}')
";

pub(super) fn ask_all(judges: &Judges, exported: &Exported) -> Vec<Verdict> {
    vec![
        unpacked(judges, exported, "zipfile, skills-ref", "skill-zip", UPLOADS),
        unpacked(judges, exported, "hashlib, skills-ref", "well-known", INDEX),
    ]
}

fn unpacked(judges: &Judges, exported: &Exported, judge: &'static str, target: &str, script: &str) -> Verdict {
    let skills = exported.skills(target);
    let answer = ask(judges.python("python3").args(["-c", script]), &exported.of(target));
    let told = |mark: &str| -> Vec<&str> { answer.out.lines().filter_map(|line| line.strip_prefix(mark)).collect() };
    let right = told("RIGHT ");
    let mut wrong: Vec<String> = told("WRONG ").into_iter().map(str::to_owned).collect();
    let missing = skills.iter().filter(|skill| {
        let is_wrong = wrong.iter().any(|line| line.split(':').next() == Some(skill.name.as_str()));
        !is_wrong && !right.contains(&skill.name.as_str())
    });
    let missing: Vec<String> =
        missing.map(|skill| format!("{} is missing: {}", skill.name, answer.last_line())).collect();
    wrong.extend(missing);
    Verdict::without(judge, target, skills.len(), &wrong)
}
