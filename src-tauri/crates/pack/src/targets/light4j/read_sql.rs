//! SQL as rows: the `INSERT`s of light-4j's tables, whoever wrote them. What else a file does (tables, settings,
//! transactions) says nothing of skills and is passed over; what changes rows otherwise is named.

use std::collections::BTreeMap;

use sqlparser::{
    ast::{Expr, Insert, ObjectName, SetExpr, Statement, TableObject, UnaryOperator, Value as Literal},
    dialect::PostgreSqlDialect,
    parser::{Parser, ParserError},
    tokenizer::{Location, Token, TokenWithSpan, Tokenizer},
};

use super::{
    Unreadable,
    cell::{Cell, ReadRow},
    incoming::RowProblem,
    table::{Holds, Table},
};

/// The rows of a file, and what in it could not be taken.
pub(super) fn read(text: &str) -> Result<(Vec<ReadRow>, Vec<RowProblem>), Unreadable> {
    let dialect = PostgreSqlDialect {};
    let tokens = Tokenizer::new(&dialect, text).tokenize_with_location().map_err(|error| {
        let message = format!("Can't parse this SQL: {}.", error.message);
        syntax(error.location, message)
    })?;
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for statement in statements(tokens) {
        read_statement(dialect, statement, &mut rows, &mut problems)?;
    }
    if rows.is_empty() && problems.is_empty() {
        return Err(Unreadable::Empty(
            "No light-4j data found: the file has no INSERT INTO skill_t, tool_t or agent_definition_t.",
        ));
    }
    Ok((rows, problems))
}

fn syntax(at: Location, message: String) -> Unreadable {
    Unreadable::Syntax { line: at.line as usize, column: at.column as usize, message }
}

/// The statements with something in them, without the semicolons between.
fn statements(tokens: Vec<TokenWithSpan>) -> Vec<Vec<TokenWithSpan>> {
    let mut statements = vec![Vec::new()];
    for token in tokens {
        match token.token {
            Token::SemiColon => statements.push(Vec::new()),
            Token::Whitespace(_) => {}
            _ => statements.last_mut().expect("it begins with one").push(token),
        }
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

fn read_statement(
    dialect: PostgreSqlDialect,
    tokens: Vec<TokenWithSpan>,
    rows: &mut Vec<ReadRow>,
    problems: &mut Vec<RowProblem>,
) -> Result<(), Unreadable> {
    let start = tokens.first().map_or(Location::empty(), |token| token.span.start);
    let line = Some(start.line as u32);
    let first = match tokens.first().map(|token| &token.token) {
        Some(Token::Word(word)) => word.value.to_ascii_uppercase(),
        _ => String::new(),
    };
    match first.as_str() {
        "INSERT" => {}
        "UPDATE" | "DELETE" | "COPY" | "MERGE" | "TRUNCATE" => {
            problems.push(RowProblem::new(
                line,
                format!("{first} isn't supported, only INSERT. Dump the tables with `pg_dump --inserts`."),
            ));
            return Ok(());
        }
        _ => return Ok(()),
    }
    let parsed = Parser::new(&dialect).with_recursion_limit(64).with_tokens_with_locations(tokens).parse_statement();
    match parsed {
        Ok(Statement::Insert(insert)) => {
            insert_rows(&insert, line, rows, problems);
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(ParserError::RecursionLimitExceeded) => {
            Err(syntax(start, "This statement is nested too deeply.".to_owned()))
        }
        Err(ParserError::TokenizerError(why) | ParserError::ParserError(why)) => {
            Err(syntax(start, format!("Can't parse this INSERT: {why}.")))
        }
    }
}

fn insert_rows(insert: &Insert, line: Option<u32>, rows: &mut Vec<ReadRow>, problems: &mut Vec<RowProblem>) {
    let TableObject::TableName(name) = &insert.table else { return };
    let Some(table) = table(name) else { return };
    let columns: Vec<String> = if insert.columns.is_empty() {
        table.columns().map(|(name, _)| name.to_owned()).collect()
    } else {
        insert.columns.iter().map(last_part).collect()
    };
    let Some(SetExpr::Values(values)) = insert.source.as_ref().map(|query| query.body.as_ref()) else {
        problems.push(RowProblem::new(line, format!("Only INSERT INTO {} … VALUES is supported.", table.name())));
        return;
    };
    for row in &values.rows {
        let values = &row.content;
        if values.len() > columns.len() || (!insert.columns.is_empty() && values.len() != columns.len()) {
            let message = format!("{} values for {} columns in {}.", values.len(), columns.len(), table.name());
            problems.push(RowProblem::new(line, message));
            continue;
        }
        let mut cells = BTreeMap::new();
        for (column, value) in columns.iter().zip(values) {
            let holds = table.columns().find(|(name, _)| name == column).map(|(_, holds)| holds);
            match (holds, cell(value)) {
                // The server's vector is its own, and of what is no column of ours nothing is known.
                (None | Some(Holds::Vector), _) | (_, Some(Value::Default)) => {}
                (Some(_), Some(Value::Cell(cell))) => {
                    cells.insert(column.clone(), cell);
                }
                (Some(_), None) => {
                    problems.push(RowProblem::new(
                        line,
                        format!("`{column}` is computed (`{value}`), which isn't supported."),
                    ));
                }
            }
        }
        rows.push(ReadRow { table, cells, line });
    }
}

fn table(name: &ObjectName) -> Option<Table> {
    let name = last_part(name);
    Table::ALL.into_iter().find(|table| table.name() == name)
}

/// The last part of a name, as `PostgreSQL` folds it.
fn last_part(name: &ObjectName) -> String {
    let last = name.0.last().and_then(|part| part.as_ident());
    last.map(|ident| if ident.quote_style.is_some() { ident.value.clone() } else { ident.value.to_lowercase() })
        .unwrap_or_default()
}

enum Value {
    Cell(Cell),
    /// `DEFAULT`
    Default,
}

/// A constant; none for what a server would have to compute.
fn cell(value: &Expr) -> Option<Value> {
    let cell = match value {
        Expr::Value(value) => literal(&value.value)?,
        Expr::Cast { expr, .. } | Expr::Nested(expr) => return cell(expr),
        Expr::TypedString(typed) => literal(&typed.value.value)?,
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => match cell(expr)? {
            Value::Cell(Cell::Whole(number)) => Cell::Whole(number.checked_neg()?),
            Value::Cell(Cell::Decimal(number)) => Cell::Decimal(-number),
            _ => return None,
        },
        Expr::Identifier(name) if name.quote_style.is_none() && name.value.eq_ignore_ascii_case("default") => {
            return Some(Value::Default);
        }
        // What the tables say of a row's change when nobody says anything.
        Expr::Identifier(_) | Expr::Function(_) => return now(value).then_some(Value::Default),
        _ => return None,
    };
    Some(Value::Cell(cell))
}

fn now(value: &Expr) -> bool {
    let text = value.to_string().to_ascii_lowercase();
    matches!(text.as_str(), "now()" | "current_timestamp" | "session_user" | "current_user" | "user")
}

fn literal(literal: &Literal) -> Option<Cell> {
    Some(match literal {
        Literal::Null => Cell::Null,
        Literal::Boolean(is_so) => Cell::Truth(*is_so),
        Literal::Number(digits, _) => {
            digits.parse().map(Cell::Whole).or_else(|_| digits.parse().map(Cell::Decimal)).ok()?
        }
        Literal::SingleQuotedString(text)
        | Literal::EscapedStringLiteral(text)
        | Literal::UnicodeStringLiteral(text)
        | Literal::NationalStringLiteral(text) => Cell::Text(text.clone()),
        Literal::DollarQuotedString(quoted) => Cell::Text(quoted.value.clone()),
        _ => return None,
    })
}
