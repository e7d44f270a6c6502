//! Reads a document while counting the memory that its values take, and stops at a budget: JSON can take a hundred times its own
//! bytes, and an import is somebody else's file.
//!
//! Whoever is read into tells what it is: a type of ours by its fields, and a value of any shape, such as a server's report, by
//! asking for anything. Fields that nobody reads take nothing.

use std::cell::Cell;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

const MB: usize = 1024 * 1024;
/// What any document may take, and beyond it for each of its bytes. Exports of real runs take less than five times their bytes.
const BASE: usize = 64 * MB;
/// See [`BASE`].
const PER_BYTE: usize = 8;

/// Memory of an object of any shape, and of each of its fields or of an entry of a map, without the value.
const OBJECT: usize = 400;
const ENTRY: usize = 48;
/// Memory of a list of any shape that has a value.
const LIST: usize = 288;
/// Memory of a value of any shape, while the list that it is in grows.
const VALUE: usize = 144;
/// Memory of a type of ours, and of each of its fields.
const STRUCT: usize = 16;
const FIELD: usize = 24;
/// Memory of a text beside its bytes.
const TEXT: usize = 32;

/// Why a document was not read.
pub(super) enum Unread {
    /// Its values would take more memory than its bytes explain.
    Large,
    /// It is not what it should be.
    Wrong(serde_json::Error),
}

/// Reads a document within the memory that a document of its length may take.
///
/// # Errors
/// If it would take more, or cannot be read.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    read_within(text, BASE + PER_BYTE * text.len()).0
}

/// The same within `most` bytes, with what it took.
fn read_within<T: DeserializeOwned>(text: &str, most: usize) -> (Result<T, Unread>, usize) {
    let budget = Budget { left: Cell::new(most), is_over: Cell::new(false) };
    let mut json = serde_json::Deserializer::from_str(text);
    let read = T::deserialize(Counted { inner: &mut json, budget: &budget });
    let read = read.and_then(|value| json.end().map(|()| value));
    let read = read
        .map_err(|error| if budget.is_over.get() { Unread::Large } else { Unread::Wrong(error) });
    (read, most - budget.left.get())
}

/// The memory that is left.
struct Budget {
    left: Cell<usize>,
    is_over: Cell<bool>,
}

impl Budget {
    fn take<E: Error>(&self, bytes: usize) -> Result<(), E> {
        if let Some(left) = self.left.get().checked_sub(bytes) {
            self.left.set(left);
            return Ok(());
        }
        self.is_over.set(true);
        Err(E::custom("it takes too much memory"))
    }
}

/// Whatever hands out or takes a part of the document, with the budget of the whole.
struct Counted<'b, T> {
    inner: T,
    budget: &'b Budget,
}

impl<'b, T> Counted<'b, T> {
    fn with<U>(&self, inner: U) -> Counted<'b, U> {
        Counted { inner, budget: self.budget }
    }
}

/// Who takes a value, and what each of its parts takes.
struct Taker<'b, V> {
    inner: V,
    budget: &'b Budget,
    /// Memory of the list, and of each of its values.
    list: (usize, usize),
    /// Memory of the object, and of each of its entries.
    object: (usize, usize),
}

/// A type of ours whose own memory is counted, and a map or a list of them.
const OURS: ((usize, usize), (usize, usize)) = ((0, 0), (0, ENTRY));
/// A value of any shape.
const ANY: ((usize, usize), (usize, usize)) = ((LIST, 0), (OBJECT, ENTRY));
/// A list of scalars or of types that count themselves.
const OF_ITS_TYPE: ((usize, usize), (usize, usize)) = ((0, FIELD), (0, ENTRY));

impl<'b, D> Counted<'b, D> {
    fn taker<V>(&self, inner: V, (list, object): ((usize, usize), (usize, usize))) -> Taker<'b, V> {
        Taker { inner, budget: self.budget, list, object }
    }
}

/// Methods that hand a scalar through.
macro_rules! scalars {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$name(visitor)
        }
    )*};
}

/// Methods whose texts, lists and objects are counted.
macro_rules! counted {
    ($($name:ident: $costs:expr;)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            let taker = self.taker(visitor, $costs);
            self.inner.$name(taker)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Counted<'_, D> {
    type Error = D::Error;

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_unit
        deserialize_identifier deserialize_ignored_any
    }

    counted! {
        deserialize_str: OURS;
        deserialize_string: OURS;
        deserialize_bytes: OF_ITS_TYPE;
        deserialize_byte_buf: OF_ITS_TYPE;
        deserialize_option: OURS;
        deserialize_seq: OF_ITS_TYPE;
        deserialize_map: OF_ITS_TYPE;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.budget.take(VALUE)?;
        let taker = self.taker(visitor, ANY);
        self.inner.deserialize_any(taker)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let taker = self.taker(visitor, OURS);
        self.inner.deserialize_newtype_struct(name, taker)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let taker = self.taker(visitor, OF_ITS_TYPE);
        self.inner.deserialize_tuple(len, taker)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let taker = self.taker(visitor, OF_ITS_TYPE);
        self.inner.deserialize_tuple_struct(name, len, taker)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.budget.take(STRUCT + FIELD * fields.len())?;
        // What its fields hold is counted where it is read.
        let taker = self.taker(visitor, ((0, 0), (0, 0)));
        self.inner.deserialize_struct(name, fields, taker)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let taker = self.taker(visitor, OURS);
        self.inner.deserialize_enum(name, variants, taker)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// Methods of a visitor that hand a scalar through.
macro_rules! visited {
    ($($name:ident: $of:ty;)*) => {$(
        fn $name<E: Error>(self, value: $of) -> Result<V::Value, E> {
            self.inner.$name(value)
        }
    )*};
}

/// Methods of a visitor that take a text.
macro_rules! visited_texts {
    ($($name:ident: $of:ty;)*) => {$(
        fn $name<E: Error>(self, value: $of) -> Result<V::Value, E> {
            self.budget.take(TEXT + value.len())?;
            self.inner.$name(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Taker<'_, V> {
    type Value = V::Value;

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.expecting(to)
    }

    visited! {
        visit_bool: bool; visit_i8: i8; visit_i16: i16; visit_i32: i32; visit_i64: i64; visit_i128: i128;
        visit_u8: u8; visit_u16: u16; visit_u32: u32; visit_u64: u64; visit_u128: u128;
        visit_f32: f32; visit_f64: f64; visit_char: char;
    }

    visited_texts! {
        visit_str: &str; visit_borrowed_str: &'de str; visit_string: String;
        visit_bytes: &[u8]; visit_borrowed_bytes: &'de [u8]; visit_byte_buf: Vec<u8>;
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Counted { inner, budget: self.budget })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Counted { inner, budget: self.budget })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Self { inner: visitor, budget, list: (whole, each), .. } = self;
        budget.take(whole)?;
        visitor.visit_seq(Parts { inner, budget, each })
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Self { inner: visitor, budget, object: (whole, each), .. } = self;
        budget.take(whole)?;
        visitor.visit_map(Parts { inner, budget, each })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Counted { inner, budget: self.budget })
    }
}

/// The values of a list, or the entries of an object.
struct Parts<'b, A> {
    inner: A,
    budget: &'b Budget,
    each: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Parts<'_, A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        self.budget.take(self.each)?;
        self.inner.next_element_seed(Counted { inner: seed, budget: self.budget })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Parts<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.budget.take(self.each)?;
        self.inner.next_key_seed(Counted { inner: seed, budget: self.budget })
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.next_value_seed(Counted { inner: seed, budget: self.budget })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Counted<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        let from = self.with(from);
        self.inner.deserialize(from)
    }
}

impl<'de, 'b, A: EnumAccess<'de>> EnumAccess<'de> for Counted<'b, A> {
    type Error = A::Error;
    type Variant = Counted<'b, A::Variant>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Self::Variant), A::Error> {
        let (value, inner) = self.inner.variant_seed(seed)?;
        Ok((value, Counted { inner, budget: self.budget }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Counted<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        let seed = self.with(seed);
        self.inner.newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let taker = self.taker(visitor, OF_ITS_TYPE);
        self.inner.tuple_variant(len, taker)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.budget.take(STRUCT + FIELD * fields.len())?;
        let taker = self.taker(visitor, ((0, 0), (0, 0)));
        self.inner.struct_variant(fields, taker)
    }
}

#[cfg(test)]
mod tests {
    use race::{Lane, Recording, Run, Sample};
    use serde_json::Value;

    use super::*;

    const LARGE: usize = usize::MAX / 2;

    fn takes<T: DeserializeOwned>(text: &str) -> usize {
        let (read, took) = read_within::<T>(text, LARGE);
        assert!(read.is_ok(), "it can be read: {text:.80}");
        took
    }

    #[test]
    fn what_is_counted_is_no_less_than_what_is_taken() {
        let recording = serde_json::to_string(&Recording::default()).expect("JSON");
        assert!(takes::<Recording>(&recording) >= size_of::<Recording>(), "a raw log");
        let value = size_of::<Value>();
        assert!(takes::<Value>("[0,0,0,0]") >= 4 * value, "values of any shape");
        // A map of serde_json has room for four entries from the first on.
        assert!(takes::<Value>(r#"{"a":0}"#) >= 4 * (value + size_of::<(usize, String)>()));
        let text = "x".repeat(1_000);
        assert!(takes::<Value>(&format!("\"{text}\"")) >= 1_000, "a text");
        let run = include_str!("../../../../../tests/compatibility/0.1/runs.json");
        let document: Value = serde_json::from_str(run).expect("JSON");
        let first = document.pointer("/runs/0/run").expect("a run").to_string();
        let lane = document.pointer("/runs/0/run/lanes/0").expect("a lane").to_string();
        let sample = document.pointer("/runs/0/run/lanes/0/samples/0").expect("a request");
        assert!(takes::<Run>(&first) >= size_of::<Run>(), "a run");
        assert!(takes::<Lane>(&lane) >= size_of::<Lane>(), "a lane");
        assert!(takes::<Sample>(&sample.to_string()) >= size_of::<Sample>(), "a request");
    }

    #[test]
    fn an_export_of_real_runs_is_far_within_its_memory() {
        for text in [
            include_str!("../../../../../tests/compatibility/0.1/runs.json"),
            include_str!("../../../../../tests/compatibility/0.1/without-prompts.json"),
        ] {
            let took = takes::<crate::document::Document>(text);
            assert!(took <= 5 * text.len(), "{took} of {} bytes", text.len());
        }
    }

    #[test]
    fn what_takes_many_times_its_bytes_is_refused_wherever_it_stands() {
        for unit in ["0,", "\"\",", "{},", "[],", "{\"a\":[{\"\":0}]},", "[[[]]],"] {
            let text = format!("[{}0]", unit.repeat(100_000));
            let (read, took) = read_within::<Vec<Value>>(&text, 6 * text.len());
            assert!(matches!(read, Err(Unread::Large)), "{unit}");
            assert!(took <= 6 * text.len(), "and no more is taken");
            let unread: (Result<Kind, Unread>, usize) =
                read_within(&format!("{{\"x\":{text}}}"), 1_024);
            assert!(unread.0.is_ok(), "what nobody reads takes nothing: {unit}");
        }
    }

    #[derive(serde::Deserialize)]
    struct Kind {}

    #[test]
    fn a_wrong_document_is_told_with_its_place() {
        let wrong = read::<Recording>("{\n  \"timeline\": 7\n}");
        let Err(Unread::Wrong(error)) = wrong else { panic!("it is none") };
        assert_eq!(error.line(), 2, "{error}");
        assert!(matches!(read::<Value>("{} {}"), Err(Unread::Wrong(_))), "nor may anything follow");
    }

    #[test]
    fn the_limits_of_imports_in_the_docs_are_those_in_force() {
        let docs = include_str!("../../../../../docs/limits.md");
        let told = format!("{} MB and {PER_BYTE} bytes for each of its own |", BASE / MB);
        assert!(docs.contains(&told), "docs/limits.md: {told}");
    }
}
