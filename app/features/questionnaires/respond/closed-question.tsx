import {
  type AnswerValue,
  DONT_KNOW,
  type ClosedQuestion as Question,
} from '#app/features/questionnaires/questionnaire.ts'
import { RadioGroup } from '#app/ui/radio-group.tsx'

type ClosedQuestionProps = {
  question: Question
  value: AnswerValue | undefined
  onAnswer: (field: string, option: number) => void
}

/** Five levels and 'don't know', each a full-width option. */
export function ClosedQuestion({ question, value, onAnswer }: ClosedQuestionProps) {
  const { field, number, text, help, options } = question
  return (
    <div id={field} data-question={field} className="scroll-mt-40">
      <RadioGroup
        legend={
          <span className="mb-2.5 block text-base sm:text-lg">
            <span className="text-copper tabular-nums">{number}.</span> {text}
            {help !== undefined && <span className="mt-1 block text-md font-normal text-muted">{help}</span>}
          </span>
        }
        name={field}
        variant="card"
        value={value === undefined ? '' : String(value)}
        onChange={option => onAnswer(field, Number(option))}
        options={options.map((option, index) => ({
          value: String(index + 1),
          label: option,
          marker: index + 1,
          quiet: index + 1 === DONT_KNOW,
        }))}
      />
    </div>
  )
}
