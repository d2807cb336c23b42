import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect } from 'react'
import type { Stage } from '#app/features/questionnaires/stage.ts'
import { countOf, formatMinutesSeconds, partOf } from '#app/kernel/format.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { forgetRun } from './autosave-storage.ts'

/** '40 preguntas completadas' when all are answered, otherwise the actual count (spec D23). */
const countText = (answered: number, questions: number): string =>
  answered === questions
    ? countOf(questions, 'pregunta completada', 'preguntas completadas')
    : partOf(answered, questions, 'pregunta completada', 'preguntas completadas')

/** Who reads the closing screen: the account whose own answers these are, with the address of their results, another one, or nobody's. */
export type Reader = { kind: 'owner'; results: string } | { kind: 'account' | 'stranger' }

type CompleteScreenProps = {
  reader: Reader
  stage: Extract<Stage, { stage: 'complete' }>
  /** The rating form. */
  children?: Blocks
}

/** Stage 4 (specification 2, section 2). */
export function CompleteScreen({ stage, reader, children }: CompleteScreenProps) {
  // The run was closed elsewhere while this browser still had stored answers: they can't be saved any more.
  useEffect(() => forgetRun(stage.runId), [stage.runId])
  return (
    <div className="mx-auto max-w-xl">
      <CircleCheck aria-hidden="true" className="size-10 text-good" strokeWidth={1.5} />
      <h1 className="mt-5 text-2xl sm:text-3xl">Evaluación Completada</h1>
      <p className="mt-3 text-muted">
        {stage.closedByBuyer
          ? `${stage.title}: la cerró quien te invitó, con las respuestas que habías dado.`
          : `${stage.title}: gracias por tu tiempo.`}
      </p>
      {reader.kind === 'owner' && (
        <ButtonLink to={reader.results} size="lg" className="mt-8 max-sm:w-full">
          Ver mis resultados
        </ButtonLink>
      )}
      <dl className="mt-8 grid grid-cols-2 divide-x divide-line rounded-lg border border-line bg-surface">
        <div className="p-5">
          <dt className="text-sm text-muted">Tiempo total</dt>
          <dd className="mt-1 text-2xl font-semibold tabular-nums">{formatMinutesSeconds(stage.durationSeconds)}</dd>
        </div>
        <div className="p-5">
          <dt className="text-sm text-muted">Respuestas</dt>
          <dd className="mt-1 text-lg leading-snug font-semibold tabular-nums">
            {countText(stage.answered, stage.questions)}
          </dd>
        </div>
      </dl>
      <h2 className="mt-10 text-lg">¿Qué sigue?</h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5 marker:font-medium marker:text-copper">
        <li>Tus respuestas quedaron guardadas.</li>
        {reader.kind === 'owner' ? (
          <li>Tus resultados ya están listos, con lo que conviene hacer primero.</li>
        ) : (
          <>
            <li>El equipo a cargo las analiza.</li>
            <li>Se prepara un informe detallado con los resultados.</li>
          </>
        )}
        <li>
          {stage.aboutData
            ? 'El informe muestra el nivel de madurez por área DAMA.'
            : 'El informe muestra el nivel de cada área evaluada.'}
        </li>
      </ol>
      {children}
      <div className="mt-10 flex flex-wrap items-center gap-x-5 gap-y-4">
        <ButtonLink
          to="/account/dashboard"
          variant={reader.kind === 'account' ? 'primary' : 'secondary'}
          size="lg"
          className="max-sm:w-full"
        >
          Volver
        </ButtonLink>
        {reader.kind === 'stranger' && <p className="text-muted">Listo, puedes cerrar esta ventana</p>}
      </div>
    </div>
  )
}
