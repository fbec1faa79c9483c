//! Expressions as they are read, and what is said of those that cannot be.

use super::expression;
use crate::lower::curation::Expression;

#[test]
fn every_form_is_read() {
    let text = |text: &str| text.to_owned();
    let body = |pointer: &str| Expression::Body { step: text("row"), pointer: text(pointer) };
    for (written, is) in [
        ("$inputs.queue", Expression::Input(text("queue"))),
        ("$steps.row.body", body("")),
        ("$steps.row.body#", body("")),
        ("$steps.row.body#/a~1b/0", body("/a~1b/0")),
        ("$steps.row.status", Expression::Status(text("row"))),
        ("$steps.row.headers.X-Total", Expression::Header { step: text("row"), name: text("x-total") }),
        ("$item", Expression::Item(String::new())),
        ("$item#/id", Expression::Item(text("/id"))),
        ("$now", Expression::Now),
    ] {
        assert_eq!(expression(written), Ok(is), "{written}");
    }
}

#[test]
fn everything_else_is_told_what_it_means() {
    for (written, instead) in [
        ("$", "`$inputs.<argument>`"),
        ("$inputs", "`$inputs.<name>`"),
        ("$inputs.a.b", "`$inputs.a`"),
        ("$input.a", "`$inputs`"),
        ("$item.id", "`'$item#/id'`"),
        ("$item/id", "`'$item#/id'`"),
        ("$now.utc", "`$now`"),
        ("$steps", "`'$steps.<step>.body#/<field>'`"),
        ("$steps.row", "`'$steps.row.body#/<field>'`"),
        ("$steps.row#/a", "`'$steps.row.body#/a'`"),
        ("$steps.row.body/a/b", "`'$steps.row.body#/a/b'`"),
        ("$steps.row.body.a.b", "`'$steps.row.body#/a/b'`"),
        ("$steps.row.body#a", "`'$steps.row.body#/a'`"),
        ("$steps.row.body#/a~b", "`'$steps.row.body#/a~b'`"),
        ("$steps.row.boby#/a", "`'$steps.row.body#/a'`"),
        ("$steps.row.outputs.a", "`'$steps.row.body#/a'`"),
        ("$steps.row.address", "`'$steps.row.body#/address'`"),
        ("$steps.row.headers", "`'$steps.row.headers.<name>'`"),
        ("$steps.row.header.etag", "`'$steps.row.headers.etag'`"),
        ("$request.path.queue", "`$inputs.queue`"),
        ("$response.body#/a", "`'$steps.<step>.body#/a'`"),
    ] {
        let Err(said) = expression(written) else { panic!("{written} is read") };
        assert!(said.contains(instead), "{written}: {said}");
    }
}
