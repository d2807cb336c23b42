import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router'
import { countDone, doneText, type Lesson, lessonPath, nextLesson } from '#app/features/workshops/lessons.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'

/** How many lessons are done, as words and as a bar. */
export function LessonProgress({ lessons, className }: { lessons: readonly Lesson[]; className?: string }) {
  const done = countDone(lessons)
  const text = doneText(done, lessons.length)
  return (
    <div className={className}>
      <p className="mb-2 text-md tabular-nums">{text}</p>
      <ProgressBar label="Avance del taller" value={done} max={lessons.length} valueText={text} />
    </div>
  )
}

type LessonsPanelProps = {
  accessId: string
  lessons: readonly Lesson[]
  completed: boolean
  /** How to take part. */
  advice: string | undefined
}

/** The lessons of a workshop at one's own pace, with what is done and where to go on. */
export function LessonsPanel({ accessId, lessons, completed, advice }: LessonsPanelProps) {
  const next = nextLesson(lessons)
  const isBegun = countDone(lessons) > 0
  return (
    <Panel
      title="Tus lecciones"
      description={completed ? 'Ya completaste este taller. Puedes volver a leerlas cuando quieras.' : advice}
    >
      <LessonProgress lessons={lessons} className="max-w-sm" />
      {next && !completed && (
        <ButtonLink to={lessonPath(accessId, next.key)} className="mt-5">
          {isBegun ? `Seguir con la lección ${next.number}` : 'Comenzar la lección 1'}
        </ButtonLink>
      )}
      <ol className="mt-6 border-b border-line">
        {lessons.map(lesson => (
          <li key={lesson.key} className="border-t border-line">
            <Link
              to={lessonPath(accessId, lesson.key)}
              className="grid min-h-11 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-sm py-3 hover:text-copper"
            >
              <span className="text-md text-muted tabular-nums">{lesson.number}</span>
              <span className="font-medium">{lesson.title}</span>
              {lesson.isDone ? (
                <span className="inline-flex items-center gap-1.5 text-sm text-good-ink">
                  <CircleCheck aria-hidden="true" className="size-4" />
                  <span>Hecha</span>
                </span>
              ) : (
                <span className="text-sm text-muted">Por hacer</span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
