//! Advice on refusals, as phrases, in sentences that a newcomer can follow.

use measure::{Amount, Phrase};

measure::phrases! {
    pub(super) fn named(model: &str) = "refusal.model.named", "`{model}`";
    pub(super) fn unnamed() = "refusal.model.unnamed", "the model";
    pub(super) fn key_refused(label: &str) = "refusal.key_refused", "{label} does not accept this key. Check that it is whole and still valid, or set another.";
    pub(super) fn key_missing(label: &str) = "refusal.key_missing", "{label} wants a key, and none was sent.";
    pub(super) fn no_credit(label: &str) = "refusal.no_credit", "The key is fine; the account needs credit or a higher spending limit. Set that in {label}'s console, then run the lane again.";
    pub(super) fn region(label: &str) = "refusal.region", "{label} does not serve your country or region. Check where your VPN or proxy leaves from; a gateway may serve the model there.";
    pub(super) fn unverified(label: &str, without: Option<Phrase>) = "refusal.unverified", "Verify your organization in {label}'s console, under its settings; it can take 15 minutes to count.{without}";
    pub(super) fn without_effort() = "refusal.without_effort", " Without reasoning effort the lane may run as it is.";
    pub(super) fn gated(label: &str, model: Phrase) = "refusal.gated", "The key works, but {model} is not open to this account. Accept its terms or ask for access in {label}'s console, or choose another model.";
    pub(super) fn data_policy(label: &str, model: Phrase) = "refusal.data_policy", "Every backend of {model} is excluded by the account's own privacy settings. Allow one in the settings of {label}, or choose another model.";
    pub(super) fn no_backend(label: &str, model: Phrase) = "refusal.no_backend", "No backend of {label} serves {model} as this lane or your account requires. Check the name after `@`, and which providers your account there allows and ignores; leave `@` out to let {label} choose.";
    pub(super) fn other_backends(label: &str, model: Phrase, names: Vec<String>) = "refusal.other_backends", "No backend of {label} serves {model} as this lane or your account requires. It is served by {names}: name one of them after `@`, and check which providers your account there allows; leave `@` out to let {label} choose.";
    pub(super) fn no_deployment(label: &str, model: Phrase) = "refusal.no_deployment", "There is no deployment called {model}. The lane's model is the name of your deployment at {label}, not that of its model, and a new one can take five minutes to answer.";
    pub(super) fn out_of_memory(model: Phrase) = "refusal.out_of_memory", "Choose a smaller model than {model}, a stronger quantization or a shorter context, or free memory on the machine that runs it.";
    pub(super) fn loading(model: Phrase) = "refusal.loading", "{model} is being loaded and cannot answer yet. Run the lane again in a while; a warm-up round keeps the loading out of the numbers.";
    pub(super) fn loading_for(model: Phrase, wait: Amount) = "refusal.loading_for", "{model} is being loaded and cannot answer yet. Run the lane again in about {wait}; a warm-up round keeps the loading out of the numbers.";
    pub(super) fn capacity(label: &str) = "refusal.capacity", "{label} has no free capacity for it now; your limits are not the cause. Try again in a while, or with another service tier.";
    pub(super) fn timeout(label: &str) = "refusal.timeout", "{label}, or a gateway before it, gave up waiting. Try again; a shorter prompt, less reasoning or a smaller limit answers sooner.";
    pub(super) fn too_long_for_account(label: &str) = "refusal.too_long_for_account", "Prompt and max tokens together are more than this account may send in a minute at {label}. Shorten the prompt, lower max tokens, or raise the account's limits.";
    pub(super) fn too_long(model: Phrase) = "refusal.too_long", "Prompt and max tokens together are more than {model} takes. Shorten the prompt, lower max tokens, or choose a longer context.";
    pub(super) fn filtered(label: &str) = "refusal.filtered", "A filter of {label} stopped the prompt before the model saw it. Change the prompt or the system prompt.";
    pub(super) fn inference_profile(label: &str, model: &str) = "refusal.inference_profile", "{label} serves `{model}` through an inference profile only. Put a region before its name, such as `us.{model}`.";
    pub(super) fn no_model(label: &str, model: &str) = "refusal.no_model", "{label} has no model `{model}`. Take a name from the list of its models.";
    pub(super) fn no_model_for_key(label: &str, model: &str) = "refusal.no_model_for_key", "{label} has no model `{model}`, or not for this key. Take a name from the list of its models.";
    pub(super) fn likelier_address(address: &str) = "refusal.likelier_address", "Nothing is served at this address. Did you mean {address}?";
    pub(super) fn nothing_there() = "refusal.nothing_there", "Nothing is served at this address. Check it, and the dialect spoken there.";
    pub(super) fn no_effort(model: Phrase) = "refusal.no_effort", "{model} takes no reasoning effort. Leave it out for this lane.";
    pub(super) fn something_refused() = "refusal.something_refused", "The server refuses something in the request; its message says what.";
    pub(super) fn setting_refused(parameter: &str) = "refusal.setting_refused", "The server refuses `{parameter}`. Leave it out or change it for this lane.";
    pub(super) fn field_refused(parameter: &str, label: &str) = "refusal.field_refused", "The server refuses `{parameter}`, which no setting of the lane changes. Check the lane's dialect and its address, or try another dialect of {label}.";
    pub(super) fn overloaded(label: &str) = "refusal.overloaded", "{label} is overloaded or unavailable for now; the cause is not on your side. Try again in a while.";
    pub(super) fn failed(label: &str) = "refusal.failed", "{label} failed; the cause is not on your side. Try again later; its status page may say more.";
    pub(super) fn own_words() = "refusal.own_words", "The provider's message says what it wants.";
    pub(super) fn other_dialect(model: Phrase, own: &str, dialect: &str) = "refusal.other_dialect", "{model} does not speak the lane's dialect, `{own}`. Use the dialect `{dialect}`.";
    pub(super) fn other_row(model: Phrase, own: &str, row: &str) = "refusal.other_row", "{model} does not speak the lane's dialect, `{own}`. Race it with the provider `{row}`, which has the same key.";
    pub(super) fn no_chat_model(model: Phrase, own: &str) = "refusal.no_chat_model", "{model} cannot be used in the lane's dialect, `{own}`. Choose a chat model, or the dialect that the provider's words name.";
    pub(super) fn login_page(to: Option<Phrase>) = "refusal.login_page", "The server sends requests to another host{to}, as the login page of a network does. Redirects are not followed with a key in hand: open that address in a browser, and set the provider's own only if it has moved there.";
    pub(super) fn moved(to: Option<Phrase>) = "refusal.moved", "The server sends requests elsewhere{to}. Redirects are not followed with a key in hand; set the address to where it points.";
    pub(super) fn target(to: &str) = "refusal.target", " ({to})";
    pub(super) fn limits_at_once(label: &str) = "refusal.limits_at_once", "{label} limits how many requests may run at once.";
    pub(super) fn limits_much(label: &str) = "refusal.limits_much", "{label} limits how much may be requested.";
    pub(super) fn used_up(label: &str, limits: &str) = "refusal.used_up", "{label} limits how much may be requested. Used up: {limits}.";
    pub(super) fn again_in(wait: Amount) = "refusal.again_in", "Try again in {wait}.";
    pub(super) fn fewer_lanes() = "refusal.fewer_lanes", "Wait, or race fewer lanes at once.";
    pub(super) fn closed_account(label: &str) = "refusal.closed_account", "The account itself is closed or restricted. Only {label} can open it again: ask its support.";
    pub(super) fn other_network(label: &str) = "refusal.other_network", "{label} serves this account from certain networks only. Check the list of addresses in its console, and whether a VPN or a proxy stands between.";
    pub(super) fn other_pages(label: &str) = "refusal.other_pages", "The key is for certain web pages or apps only. Lift that restriction in {label}'s console, or use a key without one.";
    pub(super) fn switched_off(label: &str) = "refusal.switched_off", "The API is switched off for the key's project, or the key is for other APIs. Enable it in {label}'s console, then wait a few minutes.";
    pub(super) fn no_right(label: &str) = "refusal.no_right", "The key is valid but lacks a permission. Grant it in {label}'s console, or use another key.";
    pub(super) fn forbidden(label: &str) = "refusal.forbidden", "{label} refuses this key, region or address. Check what the key may do and whether a proxy stands between.";
}
