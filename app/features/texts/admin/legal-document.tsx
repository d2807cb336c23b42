import { useRef } from 'react'
import { data, Link, redirect, useNavigation } from 'react-router'
import { publishLegal } from '#app/features/texts/publish-legal.server.ts'
import { readSeen } from '#app/features/texts/save-text.server.ts'
import { listLegalVersions } from '#app/features/texts/texts.server.ts'
import { readLegalForm } from '#app/features/texts/texts-schema.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { keepTypedInput, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { legalPlaceholders, RELEASED_LEGAL } from '#app/platform/legal/legal.ts'
import { legalKeyOf } from '#app/platform/legal/legal-pages.ts'
import { type LegalContent, type LegalKey, legalContentSchema } from '#app/platform/legal/legal-schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/legal-document'

type Values = Readonly<Record<string, string>>

/** A legal text as form values. */
const legalValues = ({ title, status, templateNotice, summary, sections }: LegalContent): Record<string, string> => ({
  title,
  status,
  templateNotice,
  summary: summary.join('\n'),
  ...Object.fromEntries(
    sections.flatMap(({ heading, body }, index) => [
      [`seccion.${index + 1}.titulo`, heading],
      [`seccion.${index + 1}.texto`, body.join('\n\n')],
    ]),
  ),
})

const sectionNumbers = (values: Values): number[] =>
  Object.keys(values)
    .flatMap(name => /^seccion\.(\d{1,3})\.titulo$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)

type LegalFieldsProps = {
  values: Values
  errors: Values
  /** Adds one empty section. */
  more: boolean
}

/** The fields of a legal text: summary and sections. */
function LegalFields({ values, errors, more }: LegalFieldsProps) {
  const numbers = sectionNumbers(values)
  const all = more ? [...numbers, (numbers.at(-1) ?? 0) + 1] : numbers
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
  return (
    <>
      <Panel title="Título y resumen">
        <div className="grid gap-5">
          <TextField label="Título" required {...field('title')} />
          <TextArea label="En breve" required hint="Una frase por línea." rows={4} {...field('summary')} />
          <RadioGroup
            legend="Estado"
            name="status"
            defaultValue={values.status ?? 'plantilla'}
            options={[
              { value: 'plantilla', label: 'Plantilla: la página muestra el aviso' },
              { value: 'revisado', label: 'Revisado por asesoría legal' },
            ]}
          />
          <TextArea label="Aviso de plantilla" rows={2} {...field('templateNotice')} />
        </div>
      </Panel>
      <Panel title="Secciones" description="Una línea en blanco separa párrafos. Una sección vacía se quita.">
        <div className="grid gap-7">
          {all.map((number, index) => (
            <div key={number} className="grid gap-4">
              <TextField label={`Sección ${index + 1}: título`} {...field(`seccion.${number}.titulo`)} />
              <TextArea label={`Sección ${index + 1}: texto`} rows={4} {...field(`seccion.${number}.texto`)} />
            </div>
          ))}
        </div>
      </Panel>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Texto legal'} · Contenidos · Alhena` },
]

/** Consent to measuring refers to this text. */
const DECIDED_UNDER: LegalKey = 'cookies_analytics'

function requireLegalKey({ document }: { document: string }): LegalKey {
  const key = legalKeyOf(document)
  if (!key) throw data('Not found', 404)
  return key
}

function released(key: LegalKey): LegalContent {
  const found = RELEASED_LEGAL.find(text => text.key === key)
  if (!found) throw new Error(`No legal text ${key}`)
  return found.content
}

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const key = requireLegalKey(args.params)
  const versions = await readAs(servicesOf(args.context).db, editor, tx => listLegalVersions(tx, key))
  const [newest] = versions
  const parsed = legalContentSchema.safeParse(newest?.content)
  const content = parsed.success ? parsed.data : released(key)
  return {
    title: content.title,
    page: args.params.document,
    values: legalValues(content),
    seen: newest?.version ?? 0,
    versions: versions.map(({ version, published_at, publisher }) => ({ version, published_at, publisher })),
    placeholders: legalPlaceholders(),
    decidedUnder: key === DECIDED_UNDER,
    done: args.url.searchParams.has('listo'),
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const { db, now } = servicesOf(args.context)
  const key = requireLegalKey(args.params)
  const form = await readForm(args.request)
  const seen = readSeen(form)
  const refused = { tone: 'error', values: form, asks: false } as const
  const { value: words, errors } = readLegalForm(form)
  if (Object.keys(errors).length > 0) return data({ ...refused, text: 'Revisa los textos marcados.', errors }, 400)
  if (form.intent === 'add-section') {
    const text = 'Agregamos una sección vacía al final. Todavía no se publica.'
    return data({ text, tone: 'info' as const, errors: {}, values: form, asks: true })
  }
  if (form.intent !== 'publish') throw data('Bad request', 400)
  const asksAgain = form.asks_again !== 'no'
  return answerRefusals(async () => {
    await publishLegal({ db }, { editor, key, seen, words, asksAgain, now: now() })
    return redirect(`/admin/content/legal/${args.params.document}?listo=1`)
  }, refused)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

/** A legal text: the draft of the next version, and the earlier versions. */
export default function AdminLegalDocument({ loaderData, actionData: args }: Route.ComponentProps) {
  const { answer: actionData, notSaved } = useLastAnswer(args)
  const root = useRef<HTMLDivElement>(null)
  const { blocker } = useUnsaved(root, loaderData.seen)
  const { title, page, seen, versions, placeholders, decidedUnder, done } = loaderData
  const sending = useNavigation().formData?.get('intent')
  return (
    <>
      <PageHeading
        title={title}
        description={`Versión ${seen} vigente. Publicar crea la versión ${seen + 1}, con la fecha de hoy.`}
        before={contentTrail({ label: 'Textos legales', to: '/admin/content/legal' }, { label: title })}
      />
      <div ref={root} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Form key={seen} method="post" noValidate className="grid min-w-0 gap-6">
          <input type="hidden" name="seen" value={seen} />
          <NotSaved reason={notSaved} />
          {actionData && <Alert tone={actionData.tone}>{actionData.text}</Alert>}
          {!actionData && done && <Alert tone="success">{`Versión ${seen} publicada. La tienda ya la muestra.`}</Alert>}
          <LegalFields
            values={actionData?.values ?? loaderData.values}
            errors={actionData?.errors ?? {}}
            more={actionData?.asks === true}
          />
          {decidedUnder && (
            <Panel
              title="El permiso para medir"
              description="Cada visitante decidió con una versión de este aviso. Publicar no borra lo que ya se midió."
            >
              <RadioGroup
                legend="¿Cambia qué se mide, para qué o por cuánto tiempo?"
                name="asks_again"
                defaultValue={actionData?.values.asks_again ?? 'si'}
                options={[
                  { value: 'si', label: 'Sí: se pregunta de nuevo a todas las personas' },
                  { value: 'no', label: 'No, solo la redacción: lo que decidieron sigue valiendo' },
                ]}
              />
            </Panel>
          )}
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2.5 border-t border-line bg-paper px-1 py-3">
            <Button
              type="submit"
              name="intent"
              value="publish"
              pending={sending === 'publish'}
              pendingLabel="Publicando…"
            >
              {`Publicar la versión ${seen + 1}`}
            </Button>
            <Button
              type="submit"
              name="intent"
              value="add-section"
              variant="secondary"
              pending={sending === 'add-section'}
            >
              Agregar sección
            </Button>
          </div>
        </Form>
        <div className="grid gap-6 xl:sticky xl:top-24">
          <Panel title="Versiones">
            <ul className="grid gap-2 text-md">
              {versions.map(({ version, published_at, publisher }) => (
                <li key={version}>
                  <Link to={`/legal/${page}/${version}`} className="text-copper underline underline-offset-4">
                    {`Versión ${version}`}
                  </Link>
                  <span className="block text-sm text-muted">
                    {`${formatDateTime(published_at)}, ${publisher ?? 'la plataforma'}`}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Datos que puedes usar">
            <ul className="grid gap-2 text-sm">
              {placeholders.map(({ name, value }) => (
                <li key={name} className="wrap-anywhere">
                  <span className="rounded-sm bg-ink/7 px-1.5">{`{${name}}`}</span>
                  <span className="block text-muted">{value ?? 'Por definir con asesoría legal'}</span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  )
}
