//! A skill is other people's text: whatever it holds, nothing of it runs, is fetched or calls the studio.

use std::{
    fs,
    io::ErrorKind,
    net::{TcpListener, TcpStream},
};

use serde_json::{Value, json};
use studio_tests::Window;
use tempfile::TempDir;

/// Everything a page may try, in a body and in the fields the list shows. `HOST` is a server of the test.
const ATTACKS: &str = r#"<script>top.ATTACKED = 1; document.documentElement.dataset.attacked = 1</script>
<script src="http://HOST/script.js"></script>
<img src="x" onerror="top.ATTACKED = 1; parent.__TAURI_INTERNALS__.invoke('set_setting', { key: 'attacked', value: 'yes' })">
<img src="http://HOST/picture.png">
![remote](http://HOST/markdown.png)
<svg onload="top.ATTACKED = 1"><animate onbegin="top.ATTACKED = 1" attributeName="x" dur="1s"/></svg>
<svg><use href="http://HOST/use.svg#x"/></svg>
<details open ontoggle="top.ATTACKED = 1"><summary>More</summary></details>
<iframe src="javascript:top.ATTACKED = 1"></iframe>
<iframe srcdoc="<script>top.ATTACKED = 1</script>"></iframe>
<object data="http://HOST/object"></object><embed src="http://HOST/embed">
<meta http-equiv="refresh" content="0; url=http://HOST/refresh">
<link rel="stylesheet" href="http://HOST/style.css"><base href="http://HOST/">
<style>@import url("http://HOST/import.css"); body { background: url("http://HOST/background.png") }</style>
<p style="background: url(http://HOST/inline.png)">Styled</p>
<form action="http://HOST/form"><button autofocus onfocus="top.ATTACKED = 1">Send</button></form>
<video src="http://HOST/video" autoplay onerror="top.ATTACKED = 1"></video>
<math><mtext><table><mglyph><style><img src=x onerror="top.ATTACKED = 1"></style></mglyph></table></mtext></math>
[a link](javascript:top.ATTACKED=1) and [another](data:text/html,<script>top.ATTACKED=1</script>)
<a href="javascript:top.ATTACKED = 1" target="_top">a third</a>

    </textarea></iframe><script>top.ATTACKED = 1</script>
"#;

/// What the page became: whether anything ran, and what the preview still holds that could run or be fetched.
const STATE: &str = "const frames = [...document.querySelectorAll('iframe')];
    const unsafe = /^(script|iframe|object|embed|meta|link|base|style|form|svg|video|audio)$/i;
    const bad = element => [
        ...(unsafe.test(element.tagName) ? [element.tagName] : []),
        ...element.getAttributeNames()
            .filter(name => /^on|^href$|^src$|^style$|^action$/i.test(name))
            .map(name => `${element.tagName} ${name}=${element.getAttribute(name)}`)];
    const fetched = view => view.performance.getEntriesByType('resource').map(entry => entry.name);
    return {
        ran: window.ATTACKED ?? document.documentElement.dataset.attacked ?? null,
        address: location.href,
        sandbox: frames.map(frame => frame.getAttribute('sandbox')),
        bad: frames.flatMap(frame => [...frame.contentDocument.body.querySelectorAll('*')]).flatMap(bad),
        fetched: [window, ...frames.map(frame => frame.contentWindow)].flatMap(fetched).filter(name => name.includes(arguments[0])),
    };";

fn attacking_skill(host: &str) -> TempDir {
    let folder = TempDir::new().expect("the temporary folder can be written");
    let skill = folder.path().join("hostile/attack");
    fs::create_dir_all(&skill).expect("the temporary folder can be written");
    let inline = format!("<img src=x onerror='top.ATTACKED=1'><script src='http://{host}/d.js'></script>");
    let text = format!(
        "---\nname: attack\ndescription: \"{inline}\"\ntags: [\"{inline}\"]\nallowed-tools: \"{inline}\"\n---\n\n# Attack {inline}\n\n{}",
        ATTACKS.replace("HOST", host)
    );
    fs::write(skill.join("SKILL.md"), text).expect("the temporary folder can be written");
    fs::write(skill.join("<img src=x onerror=top.ATTACKED=1>.md"), &inline)
        .expect("the temporary folder can be written");
    folder
}

fn was_visited(server: &TcpListener) -> bool {
    match server.accept() {
        Ok((TcpStream { .. }, _)) => true,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

#[tokio::test]
async fn nothing_in_a_skill_runs_is_fetched_or_calls_the_studio() {
    let server = TcpListener::bind(("127.0.0.1", 0)).expect("the loopback interface has free ports");
    server.set_nonblocking(true).expect("it can wait");
    let host = server.local_addr().expect("a bound listener has an address").to_string();
    let folder = attacking_skill(&host);

    let window = Window::open_samples().await;
    let address = window.run("return location.href", vec![]).await;
    window.preview_import(folder.path()).await;
    window.run_import().await;
    window.open_skill("attack").await;
    window.open_tab("Preview").await;
    window.until_preview_shows("Styled").await;
    window.settle().await;
    window.open_tab("Problems").await;
    window.find("[data-testid=problem]").await;
    window.open_tab("Preview").await;
    window.until_preview_shows("Styled").await;
    window.settle().await;
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    window.type_text("attack").await;
    window.find("[data-testid=candidate][data-name=attack]").await;
    window.press_ctrl('1').await;
    window.settle().await;

    let state = window.run(STATE, vec![json!(host)]).await;
    assert_eq!(state["ran"], Value::Null, "{state}");
    assert_eq!(state["address"], address, "nothing leads away");
    assert_eq!(state["sandbox"], json!(["allow-same-origin"]), "the frame runs, opens and sends nothing");
    assert_eq!(state["bad"], json!([]));
    assert_eq!(state["fetched"], json!([]));
    assert_eq!(window.ask("get_setting", json!({ "key": "attacked" })).await, Value::Null, "no command was called");
    assert!(!was_visited(&server), "nothing was fetched");
}
