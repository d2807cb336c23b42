/** Endings of addresses that mail programs turn into links by themselves, as far as a name or a role could hold one. */
const DOMAIN =
  /[\p{L}\d-]\.(com|cl|net|org|info|io|co|me|xyz|site|online|shop|app|link|click|top|biz|live|ly|gl|page|dev|ru|cn|tk|edu|gob|gov)(?![\p{L}\d])/iu

/**
 * Whether what a buyer wrote about a person can stand in a mail to them: no markup, no address, no e-mail. Without this, an
 * invitation would carry anybody's link under the shop's name.
 */
export const isPlainText = (text: string): boolean => !/[<>@{}[\]|\\]|:\/\/|www\./i.test(text) && !DOMAIN.test(text)

/** What an invitation says of somebody whose own name is none: the words go, the mail stays. */
export const NOT_PLAIN = 'Escribe texto simple, sin enlaces, correos ni símbolos como < >'
