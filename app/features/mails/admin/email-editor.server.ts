import { data, redirect } from 'react-router'
import { type DiffPart, documentDiff } from '#app/features/texts/document-diff.ts'
import { isSameDocument, readMailForm } from '#app/features/texts/mail-form.ts'
import {
  listReaders,
  type MailPreview,
  mailVersion,
  mailVersions,
  makePreview,
} from '#app/features/texts/mail-preview.server.ts'
import { TESTS_AN_HOUR } from '#app/features/texts/mail-status.ts'
import { emptyBlock, readStep, takeStep } from '#app/features/texts/mail-steps.ts'
import { readSeen, restoreText, saveText, textConflict } from '#app/features/texts/save-text.server.ts'
import { sendTestMail } from '#app/features/texts/test-services.server.ts'
import { findText } from '#app/features/texts/texts.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import type { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { releasedDocument, shownMail, triedTexts } from '#app/mails/edited-mail.ts'
import { defaultMail, readDocument } from '#app/mails/live-mails.ts'
import { type MailDocument, mailDocumentSchema } from '#app/mails/mail-document.ts'
import { documentProblems } from '#app/mails/mail-problems.ts'
import { rulesOf } from '#app/mails/mail-rules.ts'
import { COMMON_KEY, type EditedKey } from '#app/mails/mails.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

type Editor = Awaited<ReturnType<typeof contentEditor>>
type Form = Readonly<Record<string, string>>
type Target = { editor: Editor; key: EditedKey }
/** Confirms who sits before the session. @throws Refusal */
type Confirm = () => Promise<void>

/** Versions that the page shows; the audit log keeps all of them. */
const VERSIONS = 10

/** A version in the audit log as a document; null is the release's. Undefined: of a form that this release can't read. */
function versionDocument(key: EditedKey, content: unknown): MailDocument | undefined {
  if (content === null) return releasedDocument(key)
  const parsed = mailDocumentSchema.safeParse(content)
  return parsed.success ? parsed.data : undefined
}

/** A published version: who, when, and what it changed. */
export type ShownVersion = {
  id: number
  at: Date
  by: string | null
  isOriginal: boolean
  changes: readonly DiffPart[] | undefined
}

async function listVersions({ db }: Services, { editor, key }: Target): Promise<ShownVersion[]> {
  const versions = await asActor(db, editor, tx => mailVersions(tx, key, VERSIONS))
  return versions.map(({ id, at, by, before, after }) => {
    const [was, is] = [versionDocument(key, before), versionDocument(key, after)]
    const changes = was && is && documentDiff(rulesOf(key).fields, was, is)
    return { id, at, by, isOriginal: after === null, changes }
  })
}

/** Everything that the editor of a mail shows. */
export async function readEditor(services: Services, { editor, key }: Target) {
  const stored = await asActor(services.db, editor, tx => findText(tx, 'mail', key))
  const rules = rulesOf(key)
  const own = readDocument(key, stored?.content)
  const document = own ?? rules.release
  const readers = await listReaders(services, { editor, key })
  const reader = (readers.real[0] ?? readers.invented[0])?.value ?? ''
  const { appUrl } = services.settings
  return {
    document,
    fields: rules.fields,
    filled: rules.fields.filter(name => rules.release.texts[name]),
    hasBlocks: rules.release.blocks.length > 0,
    data: [...rules.always, ...rules.optional, ...[...rules.repeated.values()].flat()],
    conditions: rules.conditions,
    link: key === COMMON_KEY ? undefined : defaultMail(key).link,
    required: rules.required,
    seen: stored?.revision ?? 0,
    changed: stored && { at: stored.updatedAt, by: stored.updatedBy, unfit: own === undefined },
    versions: await listVersions(services, { editor, key }),
    readers,
    reader,
    preview: await makePreview(services, { editor, key, document, reader, appUrl }),
  }
}

/** What the editor says after its form. What is typed stays. */
export type EditorAnswer = {
  key: EditedKey
  text: string
  tone: 'info' | 'success' | 'error'
  errors: Record<string, string>
  document: MailDocument
  seen: number
  reader: string
  preview?: MailPreview | undefined
  /** What another editor published meanwhile, and how the typed text differs from it. */
  theirs?: readonly DiffPart[] | undefined
  /** The typed text was replaced by a version: its number. */
  loaded?: number | undefined
}

/** What is wrong with a typed document, for the alert above it. */
export const problemText = (errors: Readonly<Record<string, string>>): string =>
  errors[''] ?? 'Revisa los textos marcados.'

type Say = (status: number, said: Partial<EditorAnswer> & Pick<EditorAnswer, 'text'>) => ReturnType<typeof answer>
const answer = (status: number, body: EditorAnswer) => data<EditorAnswer>(body, status)

/** Publishes, restores, previews or tests what is typed, changes its blocks, or loads a version in its place. */
export async function answerEditor(
  services: Services,
  { editor, key, confirm }: Target & { confirm: Confirm },
  form: Form,
) {
  const seen = readSeen(form)
  const rules = rulesOf(key)
  const document = readMailForm(form, rules.fields)
  const reader = form.lector ?? ''
  const say: Say = (status, said) =>
    answer(status, { key, tone: status === 200 ? 'info' : 'error', errors: {}, document, seen, reader, ...said })
  const intent = form.intent ?? ''

  const step = readStep(intent)
  if (step) {
    const blocks = takeStep(document.blocks, step, emptyBlock)
    return say(200, { text: 'Bloques cambiados. Todavía no se publica.', document: { ...document, blocks } })
  }
  const version = /^load\.(\d{1,15})$/.exec(intent)?.[1]
  if (version !== undefined) return loadVersion(services, { editor, key }, Number(version), say)
  if (intent === 'restore') return publish(services, { editor, key, seen, document: rules.release }, say)

  const errors = documentProblems(rules, document)
  if (Object.keys(errors).length > 0) return say(400, { text: problemText(errors), errors })
  switch (intent) {
    case 'save':
      return answerRefusals(
        async () => {
          await confirm()
          return publish(services, { editor, key, seen, document }, say)
        },
        { key, text: 'Confirma que eres tú.', tone: 'error' as const, document, seen, reader },
      )
    case 'preview': {
      const { appUrl } = services.settings
      const preview = await makePreview(services, { editor, key, document, reader, appUrl })
      return say(200, { text: 'Vista previa de lo que escribiste. Todavía no se publica.', preview })
    }
    case 'test':
      return test(services, { editor, key, document }, say)
    default:
      throw data('Bad request', 400)
  }
}

async function loadVersion({ db }: Services, { editor, key }: Target, id: number, say: Say) {
  const version = await asActor(db, editor, tx => mailVersion(tx, key, id))
  const document = version && versionDocument(key, version.after)
  if (!version || !document)
    return say(400, { text: 'Esa versión ya no se puede abrir aquí. Lo que escribiste sigue igual.' })
  const errors = documentProblems(rulesOf(key), document)
  const text = `Esta es la versión del ${formatDateTime(version.at)}. Publícala para que vuelva a valer.`
  return say(200, { text, document, errors, loaded: id })
}

async function test(services: Services, { editor, key, document }: Target & { document: MailDocument }, say: Say) {
  const tried = triedTexts(key, document)
  const input = { editor, template: shownMail(key), recipient: editor.email, tried, now: services.now() }
  const isSent = await sendTestMail(services, input)
  return isSent
    ? say(200, {
        text: `Te enviamos una prueba a ${editor.email} con lo que escribiste y datos de ejemplo. Todavía no se publica.`,
      })
    : say(429, {
        text: `Ya te enviaste ${TESTS_AN_HOUR} pruebas en la última hora. Espera un rato, o mira la vista previa.`,
      })
}

async function publish(
  { db }: Services,
  { editor, key, seen, document }: Target & { seen: number; document: MailDocument },
  say: Say,
) {
  const release = releasedDocument(key)
  const isOriginal = isSameDocument(document, release)
  const target = { editor, kind: 'mail', key, seen } as const
  const stored = isOriginal
    ? await restoreText({ db }, target)
    : await saveText({ db }, { ...target, content: document })
  if (stored.ok) return redirect(`/admin/content/emails/${key}?listo=${isOriginal ? 'original' : 'guardado'}`)
  const current = await asActor(db, editor, tx => findText(tx, 'mail', key))
  const theirs = versionDocument(key, current?.content ?? null) ?? release
  return say(409, {
    text: textConflict(stored.error),
    seen: stored.error.revision,
    theirs: documentDiff(rulesOf(key).fields, theirs, document),
  })
}
