/** A run of text, or an address of the shop that a reader can follow. */
export type Piece = { text: string; link: boolean }
export type Block =
  | { kind: 'paragraph' | 'heading'; text: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'details'; rows: { label: string; value: Piece[] }[] }

/** A mail's parts in reading order, before either form (HTML, text) is made. */
export type MailMessage = {
  subject: string
  preheader: string
  greeting: Piece[]
  blocks: Block[]
  button: { label: string; url: string }
  linkHint: Piece[]
  signature: Piece[]
  supportLine: Piece[]
  footer: Piece[]
}
