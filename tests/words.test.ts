import { expect, it } from 'vitest'
import { bareText, modules, type ShownText, textsOfContent, textsOfModules, textsOfTemplates } from './shown-texts.ts'

// docs/glossary.md, 'One word a thing': what each of these things is called, and which text of the specification says it otherwise.

type Word = {
  /** What no text says, in a text without what is put into it. */
  never: RegExp
  /** The word instead. */
  use: string
  /** Texts that say it nevertheless, each with the reason above it. */
  texts?: readonly RegExp[]
  /** Where it means something else: files, or folders. */
  files?: readonly string[]
  /** Where it means this thing; everywhere without it. */
  within?: RegExp
}

/** A text with a lower-case word is a sentence in Spanish, neither a key nor SQL nor a message to the operator. */
const SPANISH = String.raw`(?!(?:select|insert|update|delete|with) )(?=.*(?:[¿¡áéíóúñ]|(?:^|\s)(?:el|la|los|las|del|que|una|un|tu|su|con|para|por|y)\s))`

/** Product texts and questionnaires say what their subject says: they speak of roles, places and people of a company. */
const SHOP = /^(?:app|server|db|documents)\/|^content\/(?:emails|legal|shop|processing-activities)\./

const WORDS: readonly Word[] = [
  {
    never: /\bsólo\b/iu,
    use: 'solo',
    files: [
      // Words that people write in their answers.
      'app/features/results/themes/function-words.ts',
    ],
  },
  { never: /\bcupos?\b/iu, use: 'asiento' },
  {
    never: /\bparticipantes?\b/iu,
    use: 'persona',
    within: SHOP,
    texts: [
      // Specification 2, section 2: actions of /admin/access.
      /^Agregar Participantes$/,
      /^Reemplazar Participante$/,
      // Specification 1, section 6: what a role does.
      /^Compra assessments y gestiona participantes$/,
      // Who wrote an opinion took part, which is all that is said of them.
      /^Participante verificado$/,
    ],
    files: [
      // Heads of other people's lists, which the shop reads.
      'app/features/accesses/invitations/list-source.ts',
    ],
  },
  {
    never: new RegExp(`^${SPANISH}.*\\be-?mails?\\b`, 'us'),
    use: 'correo',
    texts: [
      // Specification 1, sections 2 and 8.
      /^Por favor confirma tu email antes de iniciar sesión$/,
      /^Ya existe una cuenta con este email$/,
      /^¡Cuenta creada exitosamente! Revisa tu email para confirmar tu cuenta\.$/,
      /^El email no se puede cambiar$/,
      // Specification 2, sections 5 and 8.
      /^Ingresa un email válido$/,
      /^Código de (?:acceso|invitación) o email inválido$/,
    ],
  },
  {
    // As a label it stands alone, or among the names of columns.
    never: /^E-?mails? (?!o contraseña incorrectos$)|\bE-mails?\b/u,
    use: 'correo',
  },
  {
    never: /^Correo$/u,
    use: 'Email',
    files: [
      // Mails, not addresses: their lists, settings and history.
      'app/features/audit/audit-texts.ts',
      'app/features/mails/admin/email.tsx',
      'app/features/mails/admin/emails.tsx',
      'app/features/settings/admin/mail-panel.tsx',
      'app/features/settings/admin/services.tsx',
      'app/layouts/admin/rows-panel.tsx',
      // The part of an account's security with the form 'Correo nuevo'.
      'app/features/identity/account/security-panels.tsx',
    ],
  },
  {
    never: /\bcorreos? electrónicos?\b/iu,
    use: 'correo',
    within: SHOP,
    texts: [
      // Specification 2, section 5: forms of respondents, and the field that goes with the message.
      /^Debe ser un correo electrónico válido$/,
      /^Correo electrónico$/,
    ],
    files: ['app/features/accesses/invitations/list-source.ts'],
  },
  {
    never: /\brol(?:es)?\b/iu,
    use: 'cargo',
    within: /^app\/(?!mails\/)/,
    texts: [
      /^Selecciona un rol$/,
      // Specification 2, section 5: what somebody has to do with what is evaluated.
      /\brol respecto a (?:los datos|lo que se evalúa)\b/iu,
    ],
    files: [
      // Specification 2, section 5: the select of the invite form and its message.
      'app/features/accesses/person-fields.ts',
      // What an account may do in the shop, or somebody in an organisation.
      'app/features/identity/',
      'app/features/clients/',
      'app/features/organisations/',
      'app/features/audit/audit-fields.ts',
      'app/features/audit/audit-texts.ts',
      // Heads of other people's lists, which the shop reads.
      'app/features/accesses/invitations/list-source.ts',
    ],
  },
]

function problemsOf({ file, text }: ShownText): string[] {
  const said = bareText(text)
  return WORDS.filter(
    ({ never, within, texts = [], files = [] }) =>
      never.test(said) &&
      (within?.test(file) ?? true) &&
      !texts.some(except => except.test(said)) &&
      !files.some(except => file.startsWith(except)),
  ).map(({ use }) => `${file}: «${said.slice(0, 120)}» (${use})`)
}

it('calls each thing by one word, but for what the specification fixes', () => {
  const texts = [...textsOfModules(modules()), ...textsOfContent(), ...textsOfTemplates()]
  expect(texts.length).toBeGreaterThan(20_000)
  expect(texts.flatMap(problemsOf)).toEqual([])
})

it.each([
  ['Sólo tú la ves', 'solo'],
  ['Quedan 3 cupos', 'asiento'],
  ['Ver participantes', 'persona'],
  ['Escribe el email de la persona', 'correo'],
  ['Email nuevo', 'correo'],
  ['Correo', 'Email'],
  ['Tu correo electrónico', 'correo'],
  ['Nombre, rol y área', 'cargo'],
  ['{countOf(seats, "cupo", "cupos")} y su e-mail', 'correo'],
])('finds the other word in %j', (text, use) => {
  expect(problemsOf({ file: 'app/features/accesses/a.tsx', text })).toEqual([expect.stringContaining(`(${use})`)])
})

it.each([
  'Email',
  'Nombre;Apellido;Email;Cargo;Área',
  'Email o contraseña incorrectos',
  "insert into profiles (email, first_name) values ('a@x.cl', 'Administración')",
])('lets %j be', text => {
  expect(problemsOf({ file: 'app/features/accesses/a.tsx', text })).toEqual([])
})
