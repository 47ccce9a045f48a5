//! Where a pack can be written to, in the order in which it is offered: what belongs to the client that the library is for
//! comes first, and a new pack begins with it.

use studio_clients::facts;

use crate::{
    Error, Studio,
    dto::{ExportTarget, Host, PackTargetChoice, PackTargetGroup, PackTargetKind, PackTargetOffer},
};

const SKILLS: [ExportTarget; 5] = [
    ExportTarget::AgentSkills,
    ExportTarget::SkillZip,
    ExportTarget::ClaudePlugin,
    ExportTarget::WellKnown,
    ExportTarget::Adk,
];
const ROWS: [ExportTarget; 3] = [ExportTarget::Light4jSql, ExportTarget::Light4jEvents, ExportTarget::Gram];
const TOOLS: [ExportTarget; 3] = [ExportTarget::OpenAiTools, ExportTarget::AnthropicTools, ExportTarget::McpTools];

impl Studio {
    /// The targets a pack can have, those of the library's client first. Without a library they are no client's.
    pub fn list_pack_targets(&self) -> Result<PackTargetOffer, Error> {
        let client = match self.session() {
            Ok(session) => session.client()?,
            Err(_) => None,
        };
        Ok(offer_for(client.map(Host::from)))
    }
}

fn offer_for(client: Option<Host>) -> PackTargetOffer {
    let own = client.map(own_choices).unwrap_or_default();
    let all = [
        (PackTargetKind::Skills, plain(&SKILLS)),
        (PackTargetKind::Rows, plain(&ROWS)),
        (PackTargetKind::Tools, plain(&TOOLS)),
        // Last, since there are many.
        (PackTargetKind::Folders, Host::ALL.iter().filter_map(|client| folder_of(*client)).collect()),
    ];
    let mut groups = vec![PackTargetGroup { kind: PackTargetKind::Own, choices: own.clone() }];
    groups.extend(all.into_iter().map(|(kind, mut choices)| {
        choices.retain(|choice| !own.contains(choice));
        PackTargetGroup { kind, choices }
    }));
    groups.retain(|group| !group.choices.is_empty());
    let preselected = if own.is_empty() { plain(&[ExportTarget::AgentSkills]) } else { own };
    PackTargetOffer { client, groups, preselected }
}

/// What is made for one client alone: the folder it reads, and what else it takes.
fn own_choices(client: Host) -> Vec<PackTargetChoice> {
    let other = match client {
        Host::ClaudeCode => Some(ExportTarget::ClaudePlugin),
        Host::Adk => Some(ExportTarget::Adk),
        _ => None,
    };
    let other = other.map(|target| PackTargetChoice { target, client: None });
    folder_of(client).into_iter().chain(other).collect()
}

/// The folder a client reads in a project; none of one that reads none.
fn folder_of(client: Host) -> Option<PackTargetChoice> {
    let has_folder = !facts(client.noun()).project_folders.is_empty();
    has_folder.then_some(PackTargetChoice { target: ExportTarget::ClientFolder, client: Some(client) })
}

fn plain(targets: &[ExportTarget]) -> Vec<PackTargetChoice> {
    targets.iter().map(|target| PackTargetChoice { target: *target, client: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::{ExportTarget, Host, PackTargetChoice, PackTargetKind, folder_of, offer_for};

    fn all_of(client: Option<Host>) -> Vec<PackTargetChoice> {
        offer_for(client).groups.into_iter().flat_map(|group| group.choices).collect()
    }

    #[test]
    fn every_target_is_offered_once_whoever_the_library_is_for() {
        let without = all_of(None);
        for target in ExportTarget::ALL {
            let offered = without.iter().filter(|choice| choice.target == *target).count();
            let expected = match target {
                ExportTarget::ClientFolder => Host::ALL.iter().filter(|client| folder_of(**client).is_some()).count(),
                _ => 1,
            };
            assert_eq!(offered, expected, "{target}");
        }
        for client in Host::ALL {
            let with = all_of(Some(*client));
            assert_eq!(with.len(), without.len(), "{client}");
            assert!(without.iter().all(|choice| with.contains(choice)), "{client}");
        }
    }

    #[test]
    fn a_clients_own_targets_come_first_and_are_what_a_new_pack_begins_with() {
        let folder = |client| PackTargetChoice { target: ExportTarget::ClientFolder, client: Some(client) };
        let plain = |target| PackTargetChoice { target, client: None };
        for (client, own) in [
            (Host::ClaudeCode, vec![folder(Host::ClaudeCode), plain(ExportTarget::ClaudePlugin)]),
            (Host::Codex, vec![folder(Host::Codex)]),
            (Host::Adk, vec![plain(ExportTarget::Adk)]),
        ] {
            let offer = offer_for(Some(client));
            assert_eq!(offer.groups[0].kind, PackTargetKind::Own, "{client}");
            assert_eq!(offer.groups[0].choices, own, "{client}");
            assert_eq!(offer.preselected, own, "{client}");
        }
    }

    #[test]
    fn a_library_for_all_clients_has_the_standard_first() {
        let offer = offer_for(None);
        let kinds: Vec<_> = offer.groups.iter().map(|group| group.kind).collect();
        let expected = [PackTargetKind::Skills, PackTargetKind::Rows, PackTargetKind::Tools, PackTargetKind::Folders];
        assert_eq!(kinds, expected);
        let standard = PackTargetChoice { target: ExportTarget::AgentSkills, client: None };
        assert_eq!(offer.preselected, [standard]);
        assert_eq!(offer.groups[0].choices[0], standard);
    }
}
