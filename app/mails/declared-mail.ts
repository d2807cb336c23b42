import type { MAIL_DATA, MAIL_FLAGS, MAIL_LISTS } from './mail-data.ts'

type DatumName = keyof typeof MAIL_DATA
type FlagName = keyof typeof MAIL_FLAGS

export type DeclaredMail = {
  /** What the staff and its recipient call it. */
  name: string
  /** When it is sent, and to whom. */
  when: string
  needs: readonly DatumName[]
  /** Data that may be absent, besides the recipient's name. */
  may?: readonly DatumName[]
  /** The shop does not know its recipient's name. */
  nameless?: true
  flags?: readonly FlagName[]
  lists?: readonly (keyof typeof MAIL_LISTS)[]
  /** A calendar file goes along. */
  calendar?: true
  /** Its parameters open an account, an organisation or somebody's data: they are erased once it was sent. */
  secret?: true
  /** Of its data, what only its recipient may read: no row has it, and it is read as the mail is sent (`LateData`). */
  late?: readonly (DatumName | keyof typeof MAIL_LISTS)[]
  /** Where its samples differ from those of `MAIL_DATA`. */
  samples?: Readonly<Partial<Record<DatumName, string> & Record<FlagName, boolean>>>
}
