//! Three-way merge of what is kept as JSON: field by field, as deep as all three sides have objects.

use serde_json::{Map, Value};

/// A proposed merge.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedFields {
    /// What comes of it; of what both sides changed differently, mine.
    pub value: Value,
    /// Where both sides changed the same field differently, as JSON pointers.
    pub conflicts: Vec<String>,
}

/// Merges two changes of `base`. A change made on one side only, or alike on both, is taken; a list is one field.
pub fn three_way_fields(base: &Value, mine: &Value, theirs: &Value) -> MergedFields {
    let mut conflicts = Vec::new();
    let value = merged(Some(base), Some(mine), Some(theirs), &mut String::new(), &mut conflicts);
    MergedFields { value: value.unwrap_or_default(), conflicts }
}

fn merged(
    base: Option<&Value>,
    mine: Option<&Value>,
    theirs: Option<&Value>,
    place: &mut String,
    conflicts: &mut Vec<String>,
) -> Option<Value> {
    if mine == theirs || theirs == base {
        return mine.cloned();
    }
    if mine == base {
        return theirs.cloned();
    }
    let (Some(Value::Object(mine)), Some(Value::Object(theirs))) = (mine, theirs) else {
        conflicts.push(place.clone());
        return mine.cloned();
    };
    let nothing = Map::new();
    let base = base.and_then(Value::as_object).unwrap_or(&nothing);
    let mut fields = Map::new();
    for key in mine.keys().chain(theirs.keys().filter(|key| !mine.contains_key(*key))) {
        let length = place.len();
        place.push('/');
        place.push_str(&key.replace('~', "~0").replace('/', "~1"));
        if let Some(value) = merged(base.get(key), mine.get(key), theirs.get(key), place, conflicts) {
            fields.insert(key.clone(), value);
        }
        place.truncate(length);
    }
    Some(Value::Object(fields))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::three_way_fields;

    #[test]
    fn a_change_of_one_side_is_taken_wherever_it_stands() {
        let base = json!({ "a": 1, "b": { "x": 1, "y": 2 }, "gone": 1, "list": [1] });
        let mine = json!({ "a": 2, "b": { "x": 1, "y": 3 }, "gone": 1, "list": [1] });
        let theirs = json!({ "a": 1, "b": { "x": 5, "y": 2, "z": 9 }, "list": [1, 2] });
        let merged = three_way_fields(&base, &mine, &theirs);
        assert_eq!(merged.value, json!({ "a": 2, "b": { "x": 5, "y": 3, "z": 9 }, "list": [1, 2] }));
        assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
    }

    #[test]
    fn what_both_changed_differently_is_named_by_its_place_and_stays_mine() {
        let base = json!({ "files": { "a/b~c": { "sha": 1 } }, "k": 1 });
        let mine = json!({ "files": { "a/b~c": { "sha": 2 } } });
        let theirs = json!({ "files": { "a/b~c": { "sha": 3 } }, "k": 2 });
        let merged = three_way_fields(&base, &mine, &theirs);
        assert_eq!(merged.conflicts, ["/files/a~1b~0c/sha", "/k"]);
        assert_eq!(merged.value, mine);
        for place in &merged.conflicts {
            assert!(theirs.pointer(place).is_some(), "{place}");
        }
    }

    #[test]
    fn alike_on_both_sides_is_no_conflict_and_without_a_base_only_differences_are() {
        let (mine, theirs) = (json!({ "a": 1, "b": 2 }), json!({ "a": 1, "b": 3, "c": 4 }));
        let merged = three_way_fields(&Value::Null, &mine, &theirs);
        assert_eq!(merged.conflicts, ["/b"]);
        assert_eq!(merged.value, json!({ "a": 1, "b": 2, "c": 4 }));
        assert_eq!(three_way_fields(&json!({}), &mine, &mine).value, mine);
    }
}
