/** A run of text, an address of the shop that a reader can follow, or a code to copy. */
export type Piece = { text: string; kind: 'text' | 'link' | 'code' }
export type Block =
  | { kind: 'paragraph' | 'heading'; text: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'details'; rows: { label: string; value: Piece[] }[] }
  | { kind: 'button'; label: string }

/** A mail's parts in reading order, before either form (HTML, text) is made. */
export type MailMessage = {
  subject: string
  preheader: string
  /** The seller's name, as the wordmark has it. */
  brand: string
  greeting: Piece[]
  /** One of them is the button. If the first is a heading, it takes the place of the subject above the text. */
  blocks: Block[]
  /** Where the button leads. */
  link: string
  linkHint: Piece[]
  signature: Piece[]
  supportLine: Piece[]
  footer: Piece[]
}
