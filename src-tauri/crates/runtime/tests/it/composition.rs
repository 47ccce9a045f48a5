//! Which tools a skill has in the end, and what tools need.

use std::collections::BTreeMap;

use studio_model::{AccessLevel, SkillId, ToolId};
use studio_runtime::{DependencyProblem, EffectiveTool, ToolNode, dependency_order, effective_tools};

fn uuid(number: u32) -> String {
    format!("01938a3e-0000-7000-8000-{number:012}")
}

fn skill(number: u32) -> SkillId {
    uuid(number).parse().unwrap()
}

fn tool(number: u32) -> ToolId {
    uuid(number).parse().unwrap()
}

#[test]
fn s1_16_a_skill_reuses_the_tools_of_the_skills_it_requires() {
    use AccessLevel::{Execute, Read, Write};
    // 1 requires 2 and 3, both require 4, which requires 1 again.
    let tools = BTreeMap::from([
        (skill(1), vec![(tool(10), Read)]),
        (skill(2), vec![(tool(20), Write), (tool(10), Execute)]),
        (skill(3), vec![(tool(20), Read), (tool(30), Read)]),
        (skill(4), vec![(tool(40), Execute), (tool(30), Write)]),
    ]);
    let requires = BTreeMap::from([
        (skill(1), vec![skill(2), skill(3)]),
        (skill(2), vec![skill(4)]),
        (skill(3), vec![skill(4), skill(9)]),
        (skill(4), vec![skill(1)]),
    ]);
    let effective = |number| -> Vec<_> {
        let found = effective_tools(skill(number), &tools, &requires);
        found.into_iter().map(|EffectiveTool { tool, access, through }| (tool, access, through)).collect()
    };
    assert_eq!(
        effective(1),
        [
            (tool(10), Read, None),
            (tool(20), Write, Some(skill(2))),
            (tool(30), Read, Some(skill(3))),
            (tool(40), Execute, Some(skill(4))),
        ],
        "its own access stays even where another one brings more"
    );
    assert_eq!(
        effective(4),
        [
            (tool(40), Execute, None),
            (tool(30), Write, None),
            (tool(10), Read, Some(skill(1))),
            (tool(20), Write, Some(skill(2))),
        ],
        "a circle does no harm"
    );
    assert_eq!(effective(9), []);
}

fn nodes(rows: &[(u32, bool, &[u32])]) -> BTreeMap<ToolId, ToolNode> {
    rows.iter()
        .map(|(number, is_enabled, needs)| {
            let depends_on = needs.iter().copied().map(tool).collect();
            (tool(*number), ToolNode { name: format!("t{number}"), is_enabled: *is_enabled, depends_on })
        })
        .collect()
}

#[test]
fn s1_16_tools_come_after_those_they_need_and_what_stands_in_the_way_is_named() {
    let tools = nodes(&[(1, true, &[2, 3]), (2, true, &[4]), (3, true, &[4, 2]), (4, true, &[])]);
    assert_eq!(dependency_order(tool(1), &tools).unwrap(), [4, 2, 3, 1].map(tool));
    assert_eq!(dependency_order(tool(4), &tools).unwrap(), [tool(4)]);
    assert_eq!(dependency_order(tool(9), &tools).unwrap(), [tool(9)]);

    let said = |number, rows: &[(u32, bool, &[u32])]| -> Vec<String> {
        dependency_order(tool(number), &nodes(rows)).unwrap_err().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        said(1, &[(1, true, &[2, 3, 7]), (2, true, &[3]), (3, false, &[8])]),
        [
            "Tool \"t2\" needs \"t3\", which is currently disabled".to_owned(),
            format!("Tool \"t3\" needs a tool that doesn't exist ({})", tool(8)),
            "Tool \"t1\" needs \"t3\", which is currently disabled".to_owned(),
            format!("Tool \"t1\" needs a tool that doesn't exist ({})", tool(7)),
        ]
    );
    assert_eq!(
        said(1, &[(1, true, &[2]), (2, true, &[3]), (3, true, &[2])]),
        ["Circular tool dependency: t2 → t3 → t2"]
    );
    assert_eq!(said(1, &[(1, true, &[1])]), ["Circular tool dependency: t1 → t1"]);
    // The tool itself is the caller's to look at: what matters here is what it needs.
    assert!(dependency_order(tool(1), &nodes(&[(1, false, &[])])).is_ok());
    assert_eq!(
        dependency_order(tool(1), &nodes(&[(1, true, &[2]), (2, false, &[])])).unwrap_err(),
        [DependencyProblem::Disabled { tool: "t1".to_owned(), needs: "t2".to_owned() }]
    );

    let numbers: Vec<u32> = (0..=20_000).collect();
    let chain: Vec<(u32, bool, &[u32])> =
        numbers.windows(2).map(|pair| (pair[0], true, &pair[1..])).chain([(20_000, true, &[][..])]).collect();
    assert_eq!(dependency_order(tool(0), &nodes(&chain)).unwrap().len(), 20_001, "a long chain is no problem");
}
