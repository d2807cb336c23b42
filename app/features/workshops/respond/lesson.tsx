import Check from 'lucide-react/icons/check'
import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { workshopPath } from '#app/features/accesses/invitations/invitation.ts'
import { GuideBlocks } from '#app/features/catalogue/guide-blocks.tsx'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { type Lesson, lessonPath } from '#app/features/workshops/lessons.ts'
import { markLesson } from '#app/features/workshops/mark-lesson.server.ts'
import { findMaterial } from '#app/features/workshops/materials.server.ts'
import { materialPath } from '#app/features/workshops/materials.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/lesson'
import { LessonProgress } from './lessons-panel.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `${loaderData.lesson.title} · ${loaderData.name}` : 'Lección'} · Alhena` },
  { name: 'referrer', content: 'no-referrer' },
]

/** The lesson of an address and the visit of whoever asks for it. @throws 404 for everybody else, and once the access has ended */
async function findLesson(args: Route.LoaderArgs | Route.ActionArgs) {
  const { db, now } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: answeringActors(args), accessId: accessId.data, now: now() })
    : undefined
  const lesson = found?.state === 'open' && found.visit.lessons.find(({ key }) => key === args.params.lesson)
  if (found?.state !== 'open' || !lesson) throw data('Not found', 404)
  const { visit, actor } = found
  return {
    visit,
    actor,
    lesson,
    back: visit.own ? `/account/taller/${visit.access_id}` : workshopPath(visit.workshop.slug, visit.access_id),
  }
}

export async function loader(args: Route.LoaderArgs) {
  const { visit, lesson, back } = await findLesson(args)
  const material = await findMaterial(servicesOf(args.context).db, visit.workshop, lesson.key)
  if (!material) throw data('Not found', 404)
  return {
    accessId: visit.access_id,
    name: visit.workshop.name,
    completed: visit.completed,
    lessons: visit.lessons,
    lesson,
    blocks: material.blocks,
    back,
  }
}

/** Marks the lesson, or takes the mark back; the last one leads to the certificate. */
export async function action(args: Route.ActionArgs) {
  const { db, now } = servicesOf(args.context)
  const { intent } = await readForm(args.request)
  // Before a respondent's session is looked for: whose form it is comes first.
  await sessionUser(args)
  if (intent !== 'done' && intent !== 'undo') throw data('Bad request', 400)
  const { visit, actor, lesson, back } = await findLesson(args)
  return answerRefusals(async () => {
    const isCompleted = await markLesson(db, {
      actor,
      visit,
      lesson: lesson.key,
      isDone: intent === 'done',
      now: now(),
    })
    return isCompleted && !visit.completed ? redirect(back) : { done: true as const, text: '', errors: {} }
  })
}

/** A lesson of a workshop at one's own pace: what to read, its exercise, and the way on. */
export default function LessonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { accessId, name, completed, lessons, lesson, blocks, back } = loaderData
  return (
    <RespondFrame>
      <article className="mx-auto max-w-3xl">
        <ButtonLink to={back} variant="link" className="-ml-1">
          Volver al taller
        </ButtonLink>
        <p className="mt-4 text-sm text-muted">{name}</p>
        <h1 className="mt-1 text-2xl sm:text-3xl">{`Lección ${lesson.number}: ${lesson.title}`}</h1>
        <LessonProgress lessons={lessons} className="mt-5 max-w-sm" />
        <div className="mt-8">
          <GuideBlocks blocks={blocks} level={2} />
        </div>
        <div className="mt-10 border-t border-line pt-6">
          {actionData?.done === false && (
            <Alert tone="error" className="mb-5">
              {actionData.text}
            </Alert>
          )}
          <MarkForm lesson={lesson} isFinal={completed} />
          <nav aria-label="Lecciones" className="mt-6 flex flex-wrap justify-between gap-3">
            <StepLink accessId={accessId} lesson={lessons[lesson.number - 2]} label="Lección anterior" />
            <StepLink accessId={accessId} lesson={lessons[lesson.number]} label="Lección siguiente" />
          </nav>
          <ButtonLink to={materialPath(accessId, lesson.key)} reloadDocument variant="link" className="mt-4 -ml-1">
            Descargar esta lección (PDF)
          </ButtonLink>
        </div>
      </article>
    </RespondFrame>
  )
}

/** The mark of a lesson. @param isFinal the workshop is completed: its marks stay */
function MarkForm({ lesson: { isDone }, isFinal }: { lesson: Lesson; isFinal: boolean }) {
  const pending = useNavigation().formData?.get('intent')
  if (!isDone) {
    return (
      <Form method="post" preventScrollReset>
        <Button type="submit" name="intent" value="done" pending={pending === 'done'} pendingLabel="Guardando…">
          <Check aria-hidden="true" />
          Marcar como hecha
        </Button>
      </Form>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <span role="status">
        <Badge tone="good">Lección hecha</Badge>
      </span>
      {!isFinal && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="undo" variant="link" size="sm" pending={pending === 'undo'}>
            Quitar la marca
          </Button>
        </Form>
      )}
    </div>
  )
}

const StepLink = ({ accessId, lesson, label }: { accessId: string; lesson: Lesson | undefined; label: string }) =>
  lesson ? (
    <ButtonLink to={lessonPath(accessId, lesson.key)} variant="secondary" aria-label={`${label}: ${lesson.title}`}>
      {label}
    </ButtonLink>
  ) : (
    <span />
  )
