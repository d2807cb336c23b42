import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { TestResults } from './test-results.tsx'

const dama = planned.find(({ questionnaire }) => questionnaire.id === 'dama-dmbok2')
if (!dama) throw new Error('There is no plan')
const { questionnaire, plan } = dama
const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
const answers = Object.fromEntries(fields.map(field => [field, 1]))
const person = {
  full_name: 'Pedro Soto',
  corporate_email: 'pedro@example.cl',
  position: 'Analista',
  organizational_unit: 'Finanzas',
  data_role: 'Uso los datos',
  company_name: 'Empresa de Prueba',
  invitation_code: 'AC-23456789',
}

function render(tried: Partial<Parameters<typeof TestResults>[0]>): string {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <TestResults
          questionnaire={questionnaire}
          plan={plan}
          answers={answers}
          person={person}
          onAgain={() => {}}
          {...tried}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

/** The first step of the plan that some of the answers ask for. */
const step = plan?.steps.find(({ to }) => to === 3)
if (!plan || !step) throw new Error('The plan has no steps')

it('a test ends with the plan that its answers give, of the steps that were tried, and nobody works with it', () => {
  const edited = {
    ...plan,
    steps: plan.steps.map(own => (own.to === 3 ? { ...own, title: `Probado: ${own.title}` } : own)),
  }
  const page = render({ plan: edited })
  expect(page).toContain('Probado: ')
  expect(page).toContain('Esta semana')
  expect(page.match(/>Plan<\/h2>/g)).toHaveLength(1)
  expect(page).not.toMatch(/Trabajar con este plan|Agregar una acción|<form/)
  expect(render({ answers: Object.fromEntries(fields.map(field => [field, 5])) })).toContain(
    'Ninguna pregunta pide un paso',
  )
})

it('a draft without steps, or with unfinished ones, has a plan as well', () => {
  expect(render({ plan: undefined })).not.toContain(step.title)
  const blank = { ...step, title: '', how: step.how.map(() => ''), start: {} }
  const unfinished = { ...plan, steps: [blank, { ...step, field: 'quitada' }] }
  const page = render({ plan: unfinished, answers: { [step.field]: 1 } })
  expect(page).toContain('Sin título')
  expect(page).not.toContain('quitada')
})
