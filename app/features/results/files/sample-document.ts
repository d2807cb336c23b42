import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { sampleLevels } from '#app/features/catalogue/pictures/sample-levels.ts'
import { evidenceField } from '#app/features/questionnaires/evidence.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import {
  type Answers,
  isAboutData,
  listClosedQuestions,
  type Questionnaire,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import { announcedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { selectGuides } from '#app/features/results/guides/guides.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { countsFromAnswers } from '#app/features/results/plan/plan-counts.ts'
import { writeReport } from '#app/features/results/report.ts'
import { footText, type Made, personDocument } from './person-document.ts'
import type { CoveredContent, ReportDocument } from './report-content.ts'

type Sampled = {
  slug: string
  name: string
  questionnaire: Questionnaire
  plan?: QuestionnairePlan | undefined
  /** Of the product, which the report names as far as they come with its invented levels. */
  guides?: readonly Guide[]
}

const EXAMPLE = 'Ejemplo'

/**
 * A person's report as its buyer will get it, with invented answers: the levels are those of the sample on the
 * product's page.
 */
export function sampleDocument(
  { slug, name, questionnaire, plan, guides = [] }: Sampled,
  made: Made,
): ReportDocument<CoveredContent> {
  const levels = sampleLevels(slug, questionnaire.sections.length)
  const answers: Answers = Object.assign(
    {},
    ...questionnaire.sections.map((section, index) => answersAt(section, levels[index] ?? 3)),
  )
  const report = writeReport(questionnaire, { ...answers, ...sampleEvidence(questionnaire, answers) })
  const document = personDocument(
    {
      access_id: '',
      item_id: '',
      product: name,
      own: false,
      about_data: isAboutData(questionnaire.id),
      evaluee: {
        name: 'Camila Rojas',
        email: 'camila.rojas@empresa.example',
        position: 'Jefa de Operaciones',
        unit: 'Operaciones',
        role: 'Usuaria habitual',
        company: 'Empresa de ejemplo',
      },
      duration: `${announcedMinutes(questionnaire)} min`,
      date: EXAMPLE,
      in_progress: false,
      closed_by_buyer: false,
      report,
      // A buyer sees all that comes with a result, whoever reads it.
      guides: selectGuides({ product: name, mode: 'self', guides }, 'person', report.sections),
      plan: makePlan({
        questionnaire,
        plan,
        counts: countsFromAnswers(questionnaire, answers),
        people: 1,
        mode: 'nominative',
      }),
    },
    made,
  )
  const { cover, chapters } = document.content
  const [summary, ...rest] = chapters
  if (!summary) throw new Error('A report begins with its summary')
  return {
    ...document,
    title: `Informe de ejemplo: ${name}`,
    subject: `${name}: informe de ejemplo con datos inventados`,
    footer: footText(name, 'Ejemplo con datos inventados'),
    content: {
      cover: {
        ...cover,
        label: 'Informe de ejemplo',
        facts: cover.facts.map(fact => (fact.label === 'Informe emitido' ? { ...fact, value: EXAMPLE } : fact)),
      },
      chapters: [
        {
          ...summary,
          blocks: [
            {
              type: 'notice',
              title: 'Ejemplo con datos inventados',
              text: 'La persona, la empresa y las respuestas no existen. Las preguntas, los niveles y los pasos son los de la evaluación.',
            },
            ...summary.blocks,
          ],
        },
        ...rest,
      ],
    },
  }
}

/** What the first answer with a high level is shown by. */
function sampleEvidence(questionnaire: Questionnaire, answers: Answers): Answers {
  const high = listClosedQuestions(questionnaire).find(({ field }) => answers[field] === 4 || answers[field] === 5)
  return high
    ? {
        [evidenceField(high.field, 'note')]: 'Aquí va la nota con que la persona muestra este nivel, si quiere darla.',
        [evidenceField(high.field, 'link')]: 'https://documentos.empresa.example/procedimiento',
      }
    : {}
}

/** Answers of a section whose mean is as near to a level as its number of questions allows, the lower ones first. */
function answersAt({ questions, openQuestions }: Section, level: number): Answers {
  const low = Math.floor(level)
  const higher = Math.round((level - low) * questions.length)
  const [open] = openQuestions
  return Object.fromEntries([
    ...questions.map(({ field }, index) => [field, index < questions.length - higher ? low : low + 1] as const),
    ...(open ? [[open.field, 'Aquí va lo que la persona escribió, con sus palabras.'] as const] : []),
  ])
}
