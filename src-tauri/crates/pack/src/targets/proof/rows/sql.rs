//! Rows of a script, as a parser of SQL reads it.

use std::{collections::BTreeMap, fmt::Display, io};

use serde_json::Value;
use sqlparser::{
    ast::{Expr, Insert, SetExpr, Statement, TableObject, Value as Literal},
    dialect::PostgreSqlDialect,
    parser::Parser,
    tokenizer::{Token, Tokenizer},
};

use super::{Row, TABLES};

/// What changes rows in another way than by adding one: nothing that is written here.
const OTHER_CHANGES: [&str; 6] = ["UPDATE", "DELETE", "TRUNCATE", "MERGE", "COPY", "DROP"];

/// The rows of a script.
pub(in super::super) fn rows(text: &str) -> io::Result<Vec<Row>> {
    let dialect = PostgreSqlDialect {};
    let tokens = Tokenizer::new(&dialect, text).tokenize().map_err(io::Error::other)?;
    let mut rows = Vec::new();
    for statement in tokens.split(|token| *token == Token::SemiColon) {
        let first = statement.iter().find(|token| !matches!(token, Token::Whitespace(_)));
        let Some(Token::Word(word)) = first else { continue };
        let word = word.value.to_ascii_uppercase();
        if OTHER_CHANGES.contains(&word.as_str()) {
            return Err(io::Error::other(format!("{word} changes rows that are not of this export")));
        }
        if word != "INSERT" {
            continue;
        }
        let parsed = Parser::new(&dialect).with_tokens(statement.to_vec()).parse_statement();
        if let Statement::Insert(insert) = parsed.map_err(io::Error::other)? {
            read(&insert, &mut rows)?;
        }
    }
    Ok(rows)
}

fn read(insert: &Insert, rows: &mut Vec<Row>) -> io::Result<()> {
    let TableObject::TableName(name) = &insert.table else { return Err(unknown(&insert.table)) };
    let name = name.to_string();
    let table = TABLES.iter().find(|(table, ..)| *table == name).map(|(table, ..)| *table);
    let table = table.ok_or_else(|| unknown(&name))?;
    let Some(SetExpr::Values(values)) = insert.source.as_ref().map(|query| query.body.as_ref()) else {
        return Err(unknown(&insert));
    };
    for row in &values.rows {
        if row.content.len() != insert.columns.len() {
            return Err(io::Error::other(format!("a row of {table} has another number of values than of columns")));
        }
        let columns = insert.columns.iter().map(ToString::to_string).zip(row.content.iter().map(value));
        rows.push(Row { table, columns: columns.collect::<BTreeMap<_, _>>() });
    }
    Ok(())
}

fn unknown(what: &impl Display) -> io::Error {
    io::Error::other(format!("rows are added in a way that is not light-4j's: {what}"))
}

/// A constant. What is none of a text is written as JSON writes it.
fn value(expression: &Expr) -> Value {
    if let Expr::Value(constant) = expression
        && let Literal::SingleQuotedString(text) = &constant.value
    {
        return Value::from(text.as_str());
    }
    let written = expression.to_string();
    serde_json::from_str(&written.to_ascii_lowercase()).unwrap_or(Value::String(written))
}
