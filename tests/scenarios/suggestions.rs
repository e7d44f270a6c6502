//! The catalogue's suggestions can still be raced.

use cost::Book;

#[test]
fn no_model_is_suggested_that_was_switched_off_before_the_price_book_was_made() {
    let book = Book::shipped();
    for row in providers::catalogue() {
        let Some(prefix) = &row.price_prefix else { continue };
        for model in &row.models {
            let ends = book.deprecation(prefix, model);
            assert!(
                ends.is_none_or(|day| day > book.dated()),
                "{} suggests {model}, which was switched off on {ends:?}",
                row.id
            );
        }
    }
}

#[test]
fn the_first_suggestion_has_a_price_where_the_book_knows_the_provider() {
    let book = Book::shipped();
    for row in providers::catalogue() {
        let (Some(prefix), Some(model)) = (&row.price_prefix, row.models.first()) else { continue };
        assert!(
            book.price(prefix, model).is_some(),
            "a new user of {} sees what {model} costs",
            row.id
        );
    }
}
