import { useEffect, useRef, useState } from 'react'
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { draftForm } from '#app/features/questionnaires/drafts/draft.schema.ts'
import { fieldsOf } from '#app/features/questionnaires/drafts/draft.ts'
import { draftProblems } from '#app/features/questionnaires/drafts/draft-problems.ts'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.db.server.ts'
import { saveDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { DAMA_FIXED, DAMA_QUESTIONNAIRE } from '#app/features/questionnaires/field-rules.ts'
import { findVersions } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { NOT_SAVED_STATUS, whyNotSaved } from '#app/forms/last-answer.ts'
import { NotSaved } from '#app/forms/not-saved.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/draft'
import { contentEditor, questionnaireIdOf } from './content-editor.server.ts'
import { contentTrail } from './content-page.tsx'
import { DraftNavigation } from './draft-navigation.tsx'
import { DraftToolbar } from './draft-toolbar.tsx'
import { SectionFields } from './section-fields.tsx'
import { type DraftAnswer, useDraftAutosave } from './use-draft-autosave.ts'
import { WholeFields } from './whole-fields.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Borrador: ${loaderData?.draft.title || 'cuestionario'} · Contenidos · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const found = await asActor(db, editor, tx => findDraft(tx, id))
  if (!found) throw redirect(`/admin/content/questionnaires/${id}`)
  const versions = await findVersions(db, id)
  const { content } = found
  const requested = Number(args.url.searchParams.get('seccion') ?? '0')
  const section = Number.isInteger(requested) && requested >= 0 && requested <= content.sections.length ? requested : 0
  return {
    id,
    draft: content,
    revision: found.revision,
    section,
    /** Sections up to this number are published and keep their position. */
    fixedSections: versions.at(-1)?.sections.length ?? 0,
    publishedFields: [...new Set(versions.flatMap(fieldsOf).map(({ field }) => field))],
    problems: draftProblems({ ...content, version: (versions.at(-1)?.version ?? 0) + 1 }, versions),
    notice: id === DAMA_QUESTIONNAIRE ? DAMA_FIXED : undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const { db, now } = servicesOf(args.context)
  const questionnaireId = questionnaireIdOf(args.params)
  const form = await readForm(args.request)
  const parsed = draftForm.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const { section, revision, step } = parsed.data
  const saved = await saveDraft({ db }, { editor, questionnaireId, revision, section, form, step })
  if (saved.ok) {
    // Redirects, so that reloading repeats nothing; the autosave needs no page.
    if (form.intent === 'save') {
      return data<DraftAnswer>({ state: 'saved', revision: saved.value.revision, at: formatDateTime(now()) })
    }
    return redirect(
      `/admin/content/questionnaires/${questionnaireId}/draft?seccion=${nextSection(step?.kind, section, saved.value.sections)}`,
    )
  }
  switch (saved.error.code) {
    case 'no_draft':
      throw redirect(`/admin/content/questionnaires/${questionnaireId}`)
    case 'refused':
      return data<DraftAnswer>({ state: 'refused', text: saved.error.text }, 400)
    case 'changed_meanwhile': {
      const text = `${saved.error.by ?? 'Otra persona'} guardó cambios en este borrador el ${formatDateTime(saved.error.at)}.`
      return data<DraftAnswer>({ state: 'conflict', revision: saved.error.revision, text }, 409)
    }
  }
}

function nextSection(kind: string | undefined, section: number, sections: number): number {
  if (kind === 'add-section') return sections
  if (kind === 'section-up') return Math.max(1, section - 1)
  if (kind === 'section-down') return Math.min(sections, section + 1)
  return kind === 'remove-section' ? Math.min(section, sections) : section
}

/** Without a network or a session the page stays, with its typed input. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return (await serverAction()) satisfies DraftAnswer
  } catch (outcome) {
    const state = whyNotSaved(outcome)
    if (state === undefined) throw outcome
    return data<DraftAnswer>({ state }, NOT_SAVED_STATUS[state])
  }
}

/**
 * An autosaved draft is on the screen already. A save that ends while another part is being loaded restarts that load,
 * so there the address differs and the part must be loaded.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formData, defaultShouldRevalidate } = args
  const answer: DraftAnswer | undefined = args.actionResult
  const stays = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search
  if (stays && (formData?.get('intent') === 'save' || (answer && answer.state !== 'saved'))) return false
  return defaultShouldRevalidate
}

export default function AdminDraft({ loaderData, actionData }: Route.ComponentProps) {
  const { id, draft, section, fixedSections, publishedFields, problems, notice } = loaderData
  const form = useRef<HTMLFormElement>(null)
  const autosave = useDraftAutosave(form, loaderData.revision)
  const revalidator = useRevalidator()
  /** The revision of another editor's change that was requested, until it is loaded. */
  const [requested, setRequested] = useState<number>()
  /** The revision that the fields were last reset to. */
  const [reading, setReading] = useState(0)
  const summary = autosave.answer ?? actionData
  const current = draft.sections[section - 1]
  const heading = current ? `Sección ${section}` : 'General'

  // The draft may be rendered later than its request ends: the fields wait for the revision, not for the request.
  if (requested !== undefined && loaderData.revision >= requested) {
    setRequested(undefined)
    setReading(loaderData.revision)
  }

  function readTheirs(revision: number) {
    autosave.forget()
    setRequested(revision)
    void revalidator.revalidate()
  }

  // A problem's link leads to its question.
  useEffect(() => {
    const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
    target?.querySelector<HTMLElement>('textarea, input')?.focus()
  }, [])

  return (
    <>
      <PageHeading
        title={draft.title || 'Sin título'}
        description="Borrador: nadie lo ve hasta que lo publiques."
        before={contentTrail(
          { label: draft.title || id, to: `/admin/content/questionnaires/${id}` },
          { label: 'Borrador' },
        )}
        className="pb-5"
      />
      <DraftToolbar
        status={autosave.status}
        onSave={() => autosave.save()}
        actions={
          <>
            <ButtonLink
              to={`../preview?version=borrador&seccion=${section}`}
              relative="path"
              variant="secondary"
              size="sm"
            >
              Vista previa
            </ButtonLink>
            <ButtonLink to="../publish" relative="path" size="sm">
              Revisar y publicar
            </ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <DraftNavigation sections={draft.sections} current={section} problems={problems} />
        <Form
          key={`${section} ${reading}`}
          ref={form}
          method="post"
          noValidate
          preventScrollReset
          onInput={autosave.onInput}
          onSubmit={event => {
            const pressed = (event.nativeEvent as SubmitEvent).submitter
            if (autosave.holdBack(pressed)) event.preventDefault()
          }}
          aria-label={heading}
          className="grid min-w-0 gap-6"
        >
          {/* Enter in a field saves, instead of submitting the first button, which moves something. */}
          <button type="submit" name="intent" value="save-all" tabIndex={-1} aria-hidden="true" className="sr-only">
            Guardar
          </button>
          <input type="hidden" name="revision" value={autosave.revision} />
          <input type="hidden" name="section" value={section} />
          {summary?.state === 'conflict' && (
            <Conflict
              text={summary.text}
              onRead={() => readTheirs(summary.revision)}
              onKeep={() => autosave.save(summary.revision)}
            />
          )}
          {summary?.state === 'refused' && <Alert tone="error" title={summary.text} />}
          {summary?.state === 'signed_out' && <NotSaved reason="signed_out" />}
          {notice !== undefined && <Alert tone="info">{notice}</Alert>}
          {current ? (
            <SectionFields
              section={current}
              sections={draft.sections.length}
              fixedForm={notice !== undefined}
              fixedPosition={section <= fixedSections}
              publishedFields={publishedFields}
              problems={problems.filter(problem => problem.section === section)}
            />
          ) : (
            <WholeFields
              draft={draft}
              problems={problems.filter(problem => problem.section === undefined)}
              fixedForm={notice !== undefined}
            />
          )}
          <noscript>
            <Button type="submit" name="intent" value="save-all">
              Guardar
            </Button>
          </noscript>
        </Form>
      </div>
    </>
  )
}

function Conflict({ text, onRead, onKeep }: { text: string; onRead: () => void; onKeep: () => void }) {
  return (
    <Alert
      tone="warning"
      title={text}
      actions={
        <>
          <Button variant="secondary" size="sm" onClick={onRead}>
            Cargar sus cambios
          </Button>
          <Button variant="secondary" size="sm" onClick={onKeep}>
            Guardar los míos encima
          </Button>
        </>
      }
    >
      Lo que escribiste sigue en esta página. Si guardas encima, solo se reemplaza esta parte.
    </Alert>
  )
}
