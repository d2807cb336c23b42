import {
  type AnswerValue,
  OPEN_ANSWER_MAX,
  type OpenQuestion as Question,
} from '#app/features/questionnaires/questionnaire.ts'
import { TextArea } from '#app/ui/text-field.tsx'

type OpenQuestionProps = {
  question: Question
  value: AnswerValue | undefined
  onAnswer: (field: string, text: string) => void
  onLeave: () => void
}

/** Remaining characters from which the limit is shown. */
const NEAR_LIMIT = 500

/** One open question: optional, up to 5000 characters (`OPEN_ANSWER_MAX`). */
export function OpenQuestion({ question, value, onAnswer, onLeave }: OpenQuestionProps) {
  const text = typeof value === 'string' ? value : ''
  const left = OPEN_ANSWER_MAX - text.length
  return (
    <div id={question.field} data-question={question.field} className="scroll-mt-40">
      <TextArea
        label={question.text}
        optional
        name={question.field}
        placeholder={question.placeholder}
        rows={5}
        maxLength={OPEN_ANSWER_MAX}
        value={text}
        onChange={event => onAnswer(question.field, event.currentTarget.value)}
        onBlur={onLeave}
        hint={left <= NEAR_LIMIT ? `Quedan ${left} caracteres.` : undefined}
      />
    </div>
  )
}
