//! What a session should have come to, held against what it came to.

use studio_model::grouped;
use studio_runtime::{ArgumentCheck, context::Event};

use crate::{
    Error, ErrorCode,
    dto::{CaseAssertion, CaseCheck, CaseExpectation, Simulation, SimulationCase, SimulationCaseResult},
};

impl Simulation {
    /// What was expected and did not come, a sentence each.
    pub fn unmet(
        &self,
        skills: &[String],
        tools: &[String],
        text: Option<&str>,
        max_tokens: Option<u32>,
    ) -> Vec<String> {
        let expected = expected(skills, tools, text, max_tokens);
        expected.into_iter().filter_map(|expected| self.why_not(&expected)).collect()
    }

    /// What came instead of what was expected, as a sentence; none where it came.
    fn why_not(&self, expected: &CaseExpectation) -> Option<String> {
        match expected {
            CaseExpectation::Answered => self.problem.clone(),
            CaseExpectation::Skill { name } if !self.skills_used().contains(&name.as_str()) => {
                Some(format!("The skill {name} wasn't activated."))
            }
            CaseExpectation::Tool { name } if !self.carried_out().contains(&name.as_str()) => {
                Some(format!("The tool {name} wasn't run."))
            }
            CaseExpectation::Contains { text } if !self.response.contains(text) => {
                Some(format!("The answer doesn't contain “{text}”."))
            }
            CaseExpectation::NotContains { text } if self.response.contains(text) => {
                Some(format!("The answer contains “{text}”."))
            }
            CaseExpectation::Tokens { most } if self.most_tokens() > *most => {
                let (sent, most) = (grouped(self.most_tokens()), grouped(*most));
                Some(format!("{sent} tokens were sent to the model; at most {most} expected."))
            }
            _ => None,
        }
    }

    /// Names of the tools that were carried out, in call order.
    fn carried_out(&self) -> Vec<&str> {
        let tools = self.events.iter().filter_map(|event| match event {
            Event::ToolAnswered { name, is_carried_out: true, .. } => Some(name.as_str()),
            _ => None,
        });
        tools.collect()
    }
}

/// What is expected where nothing else is said than these.
fn expected(skills: &[String], tools: &[String], text: Option<&str>, max_tokens: Option<u32>) -> Vec<CaseExpectation> {
    let skills = skills.iter().map(|name| CaseExpectation::Skill { name: name.clone() });
    let tools = tools.iter().map(|name| CaseExpectation::Tool { name: name.clone() });
    let text = text.map(|text| CaseExpectation::Contains { text: text.to_owned() });
    let tokens = max_tokens.map(|most| CaseExpectation::Tokens { most });
    skills.chain(tools).chain(text).chain(tokens).collect()
}

/// What came of a case.
pub(crate) fn result(case: &SimulationCase, simulation: &Simulation) -> SimulationCaseResult {
    let text = case.expected_text.as_deref();
    let mut all = vec![CaseExpectation::Answered];
    all.extend(expected(&case.expected_skills, &case.expected_tools, text, case.max_tokens));
    all.extend(case.assertions.iter().filter_map(|assertion| match assertion {
        CaseAssertion::Contains { text } => Some(CaseExpectation::Contains { text: text.clone() }),
        CaseAssertion::NotContains { text } => Some(CaseExpectation::NotContains { text: text.clone() }),
        CaseAssertion::Judged { .. } => None,
    }));
    let check = |expected: CaseExpectation| CaseCheck { why: simulation.why_not(&expected), expected };
    let mut checks: Vec<CaseCheck> = all.into_iter().map(check).collect();
    if let Some(schema) = &case.expected_schema {
        let problems = schema_problems(schema, &simulation.response);
        let why = Some(problems.join(" ")).filter(|why| !why.is_empty());
        checks.push(CaseCheck { expected: CaseExpectation::Schema, why });
    }
    let failures: Vec<String> = checks.iter().filter_map(|check| check.why.clone()).collect();
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let unchecked = case.assertions.iter().filter(|one| matches!(one, CaseAssertion::Judged { .. })).count();
    SimulationCaseResult {
        is_passed: failures.is_empty(),
        failures,
        checks,
        skills: names(simulation.skills_used()),
        tools: names(simulation.carried_out()),
        unchecked: unchecked as u32,
        most_tokens: simulation.most_tokens(),
        answer: simulation.response.clone(),
        ran_at: crate::now(),
    }
}

/// Refuses a schema that no answer can be held against.
pub(crate) fn check_schema(schema: &str) -> Result<(), Error> {
    let invalid = |why: String| Error::new(ErrorCode::Invalid, format!("The answer's schema is invalid: {why}"));
    let schema = serde_json::from_str(schema).map_err(|cause| invalid(cause.to_string()))?;
    ArgumentCheck::new(&schema).schema_problem().map_or(Ok(()), |problem| Err(invalid(problem.to_string())))
}

fn schema_problems(schema: &str, answer: &str) -> Vec<String> {
    let Ok(schema) = serde_json::from_str(schema) else { return Vec::new() };
    let Ok(answer) = serde_json::from_str(answer) else { return vec!["The answer isn't JSON.".to_owned()] };
    ArgumentCheck::new(&schema).problems_of("The answer is", &answer).iter().map(ToString::to_string).collect()
}
