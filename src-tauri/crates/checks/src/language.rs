//! The language of an answer, by its trigrams and its script.

use measure::{LanguageName, Phrase};
use whatlang::{Lang, detect};

use crate::check::SpokenLanguage;
use crate::verdict::Finding;
use crate::{unusable, wording};

/// Bytes of the answer that are looked at.
const LOOKED_AT: usize = 20_000;

/// Codes of ISO 639-1 of the languages that are told apart, each with its code of ISO 639-3.
const TWO_LETTERS: &str = "\
    af=afr ak=aka am=amh ar=ara az=aze be=bel bg=bul bn=ben ca=cat cs=ces cy=cym da=dan de=deu el=ell \
    en=eng eo=epo es=spa et=est fa=pes fi=fin fr=fra gu=guj he=heb hi=hin hr=hrv hu=hun hy=hye id=ind \
    it=ita ja=jpn jv=jav ka=kat km=khm kn=kan ko=kor la=lat lt=lit lv=lav mk=mkd ml=mal mr=mar my=mya \
    nb=nob ne=nep nl=nld no=nob or=ori pa=pan pl=pol pt=por ro=ron ru=rus si=sin sk=slk sl=slv sn=sna \
    sr=srp sv=swe ta=tam te=tel th=tha tk=tuk tl=tgl tr=tur uk=ukr ur=urd uz=uzb vi=vie yi=yid zh=cmn \
    zu=zul";

/// Each code of ISO 639-1 with its code of ISO 639-3.
fn two_letters() -> impl Iterator<Item = (&'static str, &'static str)> {
    TWO_LETTERS.split(' ').filter_map(|pair| pair.split_once('='))
}

/// The language of a code, if it is among those that are told apart.
pub(crate) fn of_code(code: &str) -> Option<Lang> {
    let code = code.to_ascii_lowercase();
    let three = two_letters().find(|(two, _)| *two == code).map(|(_, three)| three);
    Lang::from_code(three.unwrap_or(&code))
}

/// A language by its code of ISO 639-1, or of 639-3 if it has none there, and its English name.
pub(crate) fn told_language(language: Lang) -> LanguageName {
    let three = language.code();
    let code = two_letters().find(|(_, other)| *other == three).map_or(three, |(two, _)| two);
    LanguageName { code: code.to_owned(), english: language.eng_name().to_owned() }
}

/// Whether the language is among those that are told apart.
pub(crate) fn problem(expected: &SpokenLanguage) -> Option<Phrase> {
    let is_known = of_code(&expected.language).is_some();
    (!is_known).then(|| unusable::language(Lang::all().len().into()))
}

pub(crate) fn spoken(expected: &SpokenLanguage, answer: &str) -> Finding {
    let Some(language) = of_code(&expected.language) else {
        return Finding::Unknown(wording::language_not_told_apart());
    };
    let end = (0..=LOOKED_AT.min(answer.len())).rev().find(|end| answer.is_char_boundary(*end));
    let unsure = || Finding::Unknown(wording::language_not_clear());
    let Some(found) = end.and_then(|end| answer.get(..end)).and_then(detect) else {
        return unsure();
    };
    if !found.is_reliable() {
        return unsure();
    }
    Finding::without(
        (found.lang() != language)
            .then(|| wording::other_language(told_language(language), told_language(found.lang()))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plain, wrong};

    fn found(code: &str, answer: &str) -> Finding {
        plain(spoken(&SpokenLanguage { language: code.to_owned() }, answer))
    }

    const GERMAN: &str = "Die Hauptstadt von Frankreich ist Paris, und das wissen die meisten Menschen schon seit ihrer Schulzeit.";

    #[test]
    fn a_language_is_told_by_its_code() {
        assert_eq!(found("de", GERMAN), Finding::Right, "by two letters");
        assert_eq!(found("DEU", GERMAN), Finding::Right, "by three");
        assert_eq!(found("fr", GERMAN), wrong("expected French, found German"), "another one");
        assert_eq!(
            found("zh", "法国的首都是巴黎，大多数人都知道这一点。"),
            Finding::Right,
            "by script"
        );
    }

    #[test]
    fn what_is_not_clear_is_unknown() {
        for answer in ["", "42", "ok", "{\"a\": 1}"] {
            let finding = found("en", answer);
            assert!(matches!(finding, Finding::Unknown(_)), "{answer}: {finding:?}");
        }
    }

    #[test]
    fn every_code_is_of_a_language_that_is_told_apart() {
        for (two, three) in two_letters() {
            let language = Lang::from_code(three);
            assert!(language.is_some() && of_code(two) == language, "{two} and {three}");
        }
        let unknown = SpokenLanguage { language: "tlh".to_owned() };
        assert!(problem(&unknown).is_some(), "Klingon is not");
    }
}
