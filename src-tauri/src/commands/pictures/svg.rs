//! Whether a text is an SVG as the charts draw them, which a viewer or a browser can open without
//! running or fetching anything.

use std::sync::LazyLock;

use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use regex::Regex;

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// The elements of charts, all of which only draw.
const ELEMENTS: [&str; 16] = [
    "circle", "defs", "desc", "ellipse", "g", "image", "line", "path", "pattern", "polygon",
    "polyline", "rect", "style", "svg", "text", "title",
];

/// The whole style sheet of a picture: the window's face, as `face.ts` writes it.
static FACE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"^@font-face\{font-family:"[\w ]+";font-weight:[0-9 ]+;src:url\(data:font/woff2;base64,[A-Za-z0-9+/=]*\) format\("woff2"\)\}$"#,
    )
    .expect("the pattern is valid")
});

/// A picture within a picture: the points of a chart with many of them.
static PIXELS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*$")
        .expect("the pattern is valid")
});

/// Whether a text is a drawing: well-formed XML without a document type, entities, instructions,
/// comments or another namespace, of elements that draw, without scripts and addresses.
pub(super) fn is_drawing(text: &str) -> bool {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<String> = Vec::new();
    let mut style = String::new();
    let mut has_root = false;
    loop {
        let Ok(event) = reader.read_event() else { return false };
        let is_harmless = match event {
            Event::Start(ref tag) | Event::Empty(ref tag) => {
                let is_root = open.is_empty();
                let is_placed = !is_root || (!has_root && is_svg_root(tag));
                has_root = true;
                let is_within_style = open.last().is_some_and(|name| name == "style");
                if matches!(event, Event::Start(_)) {
                    open.push(tag.name().as_ref().to_owned());
                }
                is_placed && !is_within_style && is_drawn(tag)
            }
            // The reader compares its name with that of the start.
            Event::End(_) => {
                let is_style = open.pop().is_some_and(|name| name == "style");
                let rule = if is_style { std::mem::take(&mut style) } else { String::new() };
                rule.trim().is_empty() || FACE.is_match(rule.trim())
            }
            Event::Text(words) => {
                if open.last().is_some_and(|name| name == "style") {
                    style.push_str(&words);
                }
                !open.is_empty() || words.trim().is_empty()
            }
            // Signs of XML itself; within a style sheet they would have to be read first.
            Event::GeneralRef(name) => {
                let is_known = matches!(&*name, "amp" | "lt" | "gt" | "quot" | "apos")
                    || name.resolve_char_ref().is_ok_and(|sign| sign.is_some());
                is_known && open.last().is_some_and(|name| name != "style")
            }
            Event::Decl(declared) => is_utf8(&declared),
            Event::Eof => return has_root && open.is_empty(),
            Event::CData(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_) => false,
        };
        if !is_harmless {
            return false;
        }
    }
}

/// A viewer reads the bytes in the encoding that is declared.
fn is_utf8(declared: &BytesDecl<'_>) -> bool {
    declared.encoding().is_none_or(|name| name.is_ok_and(|name| name.eq_ignore_ascii_case("utf-8")))
}

fn is_svg_root(tag: &BytesStart<'_>) -> bool {
    let namespace = tag.try_get_attribute("xmlns").ok().flatten();
    tag.name().as_ref() == "svg" && namespace.is_some_and(|given| given.value.as_ref() == NAMESPACE)
}

/// Whether an element only draws. One with a prefix is not of the list.
fn is_drawn(tag: &BytesStart<'_>) -> bool {
    ELEMENTS.contains(&tag.name().as_ref())
        && tag.attributes().all(|given| given.is_ok_and(|given| is_plain(&given)))
}

/// Whether an attribute runs and fetches nothing.
fn is_plain(given: &Attribute<'_>) -> bool {
    let Ok(value) = given.normalized_value(XmlVersion::Implicit1_0) else { return false };
    let name = given.key.as_ref().to_ascii_lowercase();
    match name.as_str() {
        "xmlns" => value == NAMESPACE,
        "href" => value.starts_with('#') || PIXELS.is_match(&value),
        // Words for screen readers, whatever they are.
        _ if name.starts_with("aria-") => true,
        _ => {
            let value = value.to_ascii_lowercase();
            let others = value.replace("url(#", "");
            // Style sheets also name addresses in functions other than `url`, and escape letters.
            let is_style = name == "style" && others.contains(['(', '@']);
            let is_address = others.contains("url(") || others.contains('\\') || is_style;
            !name.starts_with("on") && !name.contains(':') && !is_address
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with everything that the window draws; `charts.test.tsx` writes it.
    const CHART: &str = include_str!("../../../../ui/src/charts/chart.svg.txt");

    fn with(inner: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>"#)
    }

    #[test]
    fn a_picture_of_the_window_is_a_drawing() {
        assert!(is_drawing(CHART), "as the window saves it");
        let face = r#"<style>@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,d09GMgAB/+=) format("woff2")}</style>"#;
        let pixels = r#"<image href="data:image/png;base64,iVBORw0KGgo=" width="3"/>"#;
        for inner in [
            "",
            "<style/>",
            "<style></style>",
            face,
            pixels,
            r#"<rect fill="url(#wait)" style="stroke: red"/>"#,
            r#"<text aria-label="a\b url(x)">a &lt; b &amp; c &#8805; d</text>"#,
        ] {
            assert!(is_drawing(&with(inner)), "{inner}");
        }
        let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", with("<g/>"));
        assert!(is_drawing(&declared), "with a declaration");
    }

    #[test]
    fn a_picture_that_runs_or_fetches_anything_is_none() {
        for inner in [
            "<script>alert(1)</script>",
            "<SCRIPT>alert(1)</SCRIPT>",
            r#"<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>"#,
            r#"<g xmlns="http://www.w3.org/1999/xhtml"/>"#,
            r#"<g onload="alert(1)"/>"#,
            "<g ONCLICK='alert(1)'/>",
            "<foreignObject><p/></foreignObject>",
            r#"<a href="javascript:alert(1)"><text>x</text></a>"#,
            r#"<use href="https://evil.example/x.svg#a"/>"#,
            r#"<animate attributeName="href" to="javascript:alert(1)"/>"#,
            r#"<image href="https://evil.example/x.png"/>"#,
            r#"<image href="data:image/svg+xml;base64,PHN2Zz4="/>"#,
            r#"<image xlink:href="https://evil.example/x.png"/>"#,
            r#"<image href="&#104;ttps://evil.example/x.png"/>"#,
            r#"<rect fill="url(https://evil.example/#a)"/>"#,
            r#"<rect fill="URL(  'https://evil.example/#a')"/>"#,
            r#"<rect fill="u\72l(https://evil.example/#a)"/>"#,
            r#"<rect fill="&#117;rl(https://evil.example/#a)"/>"#,
            r#"<rect style="background: image-set('https://evil.example/x')"/>"#,
            "<style>@import 'https://evil.example/x.css';</style>",
            "<style>@im<g/>port</style>",
            "<style>rect { fill: url(https://evil.example/#a) }</style>",
            r#"<style>@font-face{font-family:"x";font-weight:100 900;src:url(https://evil.example/x) format("woff2")}</style>"#,
            "<style>&#64;import 'https://evil.example/x.css';</style>",
            "<style><![CDATA[@import 'x']]></style>",
            "<!-- a comment -->",
            "<?xml-stylesheet href='https://evil.example/x.css'?>",
            "&unknown;",
            r#"<g id="a" id="b"/>"#,
            "<g>",
            "</g>",
        ] {
            assert!(!is_drawing(&with(inner)), "{inner}");
        }
        let svg = with("");
        for whole in [
            String::new(),
            "<svg/>".to_owned(),
            "<svg xmlns='http://www.w3.org/1999/xhtml'/>".to_owned(),
            r#"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>"#.to_owned(),
            r#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>"#.to_owned(),
            format!(r#"<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>{}"#, with("&x;")),
            format!("<!DOCTYPE svg>{svg}"),
            format!("<?xml version='1.0' encoding='utf-16'?>{svg}"),
            format!("<?xml-stylesheet href='x.css'?>{svg}"),
            format!("{svg}{svg}"),
            format!("{svg}words"),
            svg.replace("</svg>", ""),
        ] {
            assert!(!is_drawing(&whole), "{whole}");
        }
    }
}
