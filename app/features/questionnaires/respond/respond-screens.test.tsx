import { readFile } from 'node:fs/promises'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AccessForm } from '#app/features/questionnaires/access-form.tsx'
import { shufflePositions, toForm } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import type { AssessmentStage, Audience, RespondentStage, Stage } from '#app/features/questionnaires/stage.ts'
import { AssessmentScreen } from './assessment-screen.tsx'
import { CompleteScreen } from './complete-screen.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import { RespondentForm } from './respondent-form.tsx'

// The four stages of specification 2, section 2, as the server renders them.

const notice = { version: '1', title: 'Privacidad', templateNotice: undefined, summary: ['Quién lee'], sections: [] }
const contentOf = async (id: string) =>
  questionnaireSchema.parse(JSON.parse(await readFile(`content/${id}.es.json`, 'utf8')))
const dama = await contentOf('dama-dmbok2')
const agility = await contentOf('agilidad')
const literacy = await contentOf('alfabetizacion-datos')

const respondent = (aboutData: boolean): RespondentStage => ({
  stage: 'respondent',
  accessId: 'a',
  values: {
    full_name: 'Pedro Soto',
    corporate_email: 'pedro@example.cl',
    position: '',
    organizational_unit: '',
    data_role: '',
    company_name: '',
    invitation_code: 'AC-2345ABCD',
  },
  questionnaire: {
    title: dama.title,
    intro: dama.intro,
    legalNote: undefined,
    minutes: dama.estimatedMinutes,
    sections: 8,
    questions: 40,
    aboutData,
  },
  asksAge: false,
  deadline: '30 de noviembre de 2026',
  audience: { kind: 'oneself' },
  promised: 'nominative',
  notice,
})

const assessment = (questionnaire: typeof dama, other: Partial<AssessmentStage> = {}): AssessmentStage => ({
  stage: 'assessment',
  runId: 'r',
  accessId: 'a',
  questionnaire: toForm(questionnaire),
  answers: {},
  sequences: {},
  currentSection: 1,
  serverTime: 0,
  activeSeconds: 65,
  audience: {
    kind: 'buyer',
    name: 'Camila Pérez',
    company: undefined,
    organisation: undefined,
    consultant: undefined,
    confidential: false,
    shares: false,
  },
  notice,
  ...other,
})

const complete = (answered: number, questions: number): Extract<Stage, { stage: 'complete' }> => ({
  stage: 'complete',
  runId: 'r',
  title: dama.title,
  durationSeconds: 125,
  answered,
  questions,
  closedByBuyer: false,
  aboutData: true,
})

function htmlOf(screen: ReactNode): string {
  const Screen = createRoutesStub([{ path: '/', Component: () => screen }])
  return renderToString(<Screen />).replaceAll('<!-- -->', '')
}
/** What is there where scripts run. */
const scriptedHtmlOf = (screen: ReactNode) => htmlOf(screen).replaceAll(/<noscript>.*?<\/noscript>/gs, '')
const textsOf = (screen: ReactNode) =>
  htmlOf(screen)
    .split(/<[^>]+>/)
    .map(text => text.trim())

describe('the access stage', () => {
  const product = {
    slug: 'dama-assessment',
    name: 'Madurez',
    description: 'Mide la madurez.',
    price: { text: 'Desde $590.000', vatText: 'IVA incluido' },
  }
  const form = <AccessForm product={product} endedOn={undefined} answer={undefined} />
  // shows: A2.4
  it('asks for e-mail and code, and offers to buy', () => {
    expect(textsOf(form)).toEqual(
      expect.arrayContaining(['Correo electrónico', 'Código de acceso', 'Acceder al Assessment', 'Ver y comprar']),
    )
    // Both ways alike (spec D63).
    expect(textsOf(form)).toEqual(
      expect.arrayContaining(['Tengo un código', 'Todavía no tengo acceso', 'Desde $590.000', 'IVA incluido']),
    )
    expect(htmlOf(form)).toContain('placeholder="AC-XXXXXXXX"')
    expect(htmlOf(form)).toContain('href="/assessment/dama-assessment"')
  })

  it('says at the link of an invitation whom it is for, and without scripts where the code is', () => {
    const invited = { accessId: '00000000-0000-4000-8000-000000000000', email: 'pe•••@example.cl' }
    const screen = <AccessForm product={product} invited={invited} endedOn={undefined} answer={undefined} />
    expect(textsOf(screen)).toEqual(expect.arrayContaining(['pe•••@example.cl', 'Código de acceso']))
    expect(textsOf(screen)).not.toContain('Correo electrónico')
    expect(htmlOf(screen)).toContain('escribe el código que está bajo el botón de tu invitación')
    expect(scriptedHtmlOf(screen)).not.toContain('escribe el código')
  })
})

describe('the respondent stage', () => {
  // shows: A2.6, A2.7
  it('has the heading, the section and the fields, with e-mail and code filled and locked', () => {
    const screen = <RespondentForm stage={respondent(true)} answer={undefined} />
    expect(textsOf(screen)).toEqual(
      expect.arrayContaining([
        'Evaluación de Madurez en Gobierno de Datos',
        '1. Identificación del Respondente',
        'Nombre completo',
        'Correo corporativo',
        'Cargo / posición',
        'Área organizacional',
        'Rol respecto a los datos',
        'Nombre de la empresa',
        'Código de invitación',
        'Comenzar Evaluación',
        'Quién leerá tus respuestas',
      ]),
    )
    const locked = htmlOf(screen).match(/<input[^>]*readOnly[^>]*>/gi) ?? []
    expect(locked.map(input => /value="([^"]*)"/.exec(input)?.[1])).toEqual(['pedro@example.cl', 'AC-2345ABCD'])
    expect(htmlOf(screen)).toMatch(/<textarea[^>]*name="data_role"/)
  })

  it('names the consultant among who reads, in a confidential purchase for nobody', () => {
    const invited = (confidential: boolean) => ({
      kind: 'buyer' as const,
      name: 'Inés Soto',
      company: 'Consultora Norte, para Aceros SpA',
      organisation: 'Aceros SpA',
      consultant: 'Consultora Norte',
      confidential,
      shares: false,
    })
    const noticeOf = (audience: Audience) => textsOf(<PrivacyNotice audience={audience} notice={notice} />).join(' ')
    const readers = 'Las personas de Consultora Norte y de Aceros SpA con acceso a los resultados pueden ver tu nombre'
    expect(noticeOf(invited(false))).toContain('Inés Soto, de Consultora Norte, para Aceros SpA,')
    expect(noticeOf(invited(false))).toContain(readers)
    expect(noticeOf(invited(true))).not.toContain(readers)
    expect(noticeOf(invited(true))).toContain('te invitó y no puede ver tus respuestas')
    const own = { kind: 'organisation', organisation: 'Aceros SpA', consultant: 'Consultora Norte' } as const
    expect(noticeOf({ ...own, confidential: false })).toContain('las personas de Consultora Norte y de Aceros SpA')
  })

  it('asks for the age only where the product says so', () => {
    const ages = ['¿Cuántos años tienes?', 'Tengo 14 años o más']
    const textsOfStage = (asksAge: boolean) =>
      textsOf(<RespondentForm stage={{ ...respondent(true), asksAge }} answer={undefined} />)
    expect(textsOfStage(true)).toEqual(expect.arrayContaining(ages))
    for (const text of ages) expect(textsOfStage(false)).not.toContain(text)
  })

  // shows: A8.6
  it('shows every message beside its field and keeps what was typed', () => {
    const values = {
      full_name: 'x',
      position: '<b>',
      organizational_unit: '',
      data_role: 'Escrito largo',
      company_name: '',
      age_declaration: '',
    }
    const errors = { full_name: 'El nombre completo es requerido' }
    const html = htmlOf(<RespondentForm stage={respondent(true)} answer={{ form: 'start', errors, values }} />)
    expect(html).toContain('El nombre completo es requerido')
    expect(html).toContain('Escrito largo')
    expect(html).toContain('value="&lt;b&gt;"')
  })
})

describe('the assessment stage', () => {
  // shows: A2.9, A2.10, A3.2, A9.3
  it('has header, timer, progress, section card, five questions of six options, open questions and footer', () => {
    const screen = <AssessmentScreen stage={assessment(dama, { answers: { q1_governance_framework: 6 } })} />
    expect(textsOf(screen)).toEqual(
      expect.arrayContaining([
        'Evaluación DAMA',
        '01:05',
        'Sección 1 de 8',
        'Pregunta 2 de 5 en esta sección',
        '3%',
        'Sección 1',
        'Gobierno de Datos (Data Governance)',
        'Preguntas Abiertas',
        'Anterior',
        'Siguiente',
        'Guardado',
      ]),
    )
    const html = scriptedHtmlOf(screen)
    expect(html.match(/<input[^>]*type="radio"/g)).toHaveLength(30)
    expect(html.match(/<textarea/g)).toHaveLength(2)
    expect(html.match(/<fieldset/g)).toHaveLength(5)
    expect(html).toMatch(/<button(?=[^>]*disabled)(?=[^>]*value="-1")/)
  })

  // shows: A2.11
  it('ends with the last section', () => {
    const texts = textsOf(<AssessmentScreen stage={assessment(dama, { currentSection: 8 })} />)
    expect(texts).toEqual(expect.arrayContaining(['Sección 8 de 8', 'Finalizar Evaluación']))
    expect(texts).not.toContain('Siguiente')
  })

  // shows: A9.2
  it('shows the counts of another questionnaire', () => {
    const screen = <AssessmentScreen stage={assessment(agility)} />
    expect(textsOf(screen)).toContain(agility.title)
    expect(textsOf(screen)).toContain(`Sección 1 de ${agility.sections.length}`)
    const questions = agility.sections.flatMap(section => section.questions).length
    expect(htmlOf(screen)).toContain(`0 de ${questions} preguntas`)
  })

  const firstQuestion = (questionnaire: typeof dama, other: Partial<AssessmentStage> = {}) => {
    const html = scriptedHtmlOf(<AssessmentScreen stage={assessment(questionnaire, other)} />)
    const [fieldset = ''] = html.match(/<fieldset.*?<\/fieldset>/s) ?? []
    return [...fieldset.matchAll(/<label.*?<\/label>/gs)].map(([label]) => ({
      position: Number(/value="(\d)"/.exec(label)?.[1]),
      checked: label.includes('checked=""'),
      texts: label.split(/<[^>]+>/).filter(text => text !== ''),
    }))
  }

  // shows: A2.14
  it("shows shuffled options in the run's order, with their own positions and the numbers of their places", () => {
    const [question] = literacy.sections[0]?.questions ?? []
    const field = question?.field ?? ''
    const run = ['a', 'b', 'c', 'd'].map(runId => firstQuestion(literacy, { runId, answers: { [field]: 5 } }))
    for (const [index, runId] of ['a', 'b', 'c', 'd'].entries()) {
      const positions = shufflePositions(runId, field)
      expect(run[index]).toEqual(
        positions.map((position, place) => ({
          position,
          checked: position === 5,
          texts: [String(place + 1), question?.options[position - 1]],
        })),
      )
    }
    expect(new Set(run.map(options => options.map(({ position }) => position).join())).size).toBeGreaterThan(1)
    expect(run.map(options => options.at(-1)?.texts[1])).toEqual(Array(4).fill('No sé / lo desconozco'))
  })

  it('shows the options of other questionnaires, and of versions from before, as they are written', () => {
    const before = { ...literacy, version: 1, optionOrder: undefined }
    for (const questionnaire of [dama, agility, before]) {
      expect(firstQuestion(questionnaire, { runId: 'a' }).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
    }
  })

  // shows: A5.6
  it('shows markup in an answer as text', () => {
    const answers = { governance_challenges: '</textarea><script>alert(1)</script>' }
    expect(htmlOf(<AssessmentScreen stage={assessment(dama, { answers })} />)).not.toContain('<script>')
  })
})

describe('the complete stage', () => {
  // shows: A2.12, A9.3
  it('shows total time, the actual count, the next step and the way back', () => {
    const screen = <CompleteScreen stage={complete(40, 40)} reader={{ kind: 'account' }} />
    expect(textsOf(screen)).toEqual(
      expect.arrayContaining([
        'Evaluación Completada',
        '2:05',
        '40 preguntas completadas',
        'Tus respuestas quedaron guardadas.',
        'El equipo a cargo las analiza.',
        'Se prepara un informe detallado con los resultados.',
        'El informe muestra el nivel de madurez por área DAMA.',
        'Volver',
      ]),
    )
    expect(htmlOf(screen)).toContain('href="/account/dashboard"')
  })

  it("leads to one's own results first, and tells who has no account that the window may be closed", () => {
    const links = (screen: ReactNode) => [...htmlOf(screen).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    const owner = <CompleteScreen stage={complete(40, 40)} reader={{ kind: 'owner', results: '/account/results/a' }} />
    const account = <CompleteScreen stage={complete(40, 40)} reader={{ kind: 'account' }} />
    const stranger = <CompleteScreen stage={complete(40, 40)} reader={{ kind: 'stranger' }} />
    expect(links(owner)).toEqual(['/account/results/a', '/account/dashboard'])
    expect(textsOf(owner).indexOf('Ver mis resultados')).toBeLessThan(textsOf(owner).indexOf('Tiempo total'))
    for (const screen of [account, stranger]) expect(links(screen)).toEqual(['/account/dashboard'])
    // Nobody prepares what is there already.
    expect(
      [owner, account, stranger].map(screen => textsOf(screen).includes('El equipo a cargo las analiza.')),
    ).toEqual([false, true, true])
    expect(textsOf(owner)).toContain('Tus resultados ya están listos, con lo que conviene hacer primero.')
    const close = 'Listo, puedes cerrar esta ventana'
    expect([owner, account, stranger].map(screen => textsOf(screen).includes(close))).toEqual([false, false, true])
    for (const screen of [owner, account, stranger]) {
      expect(textsOf(screen)).toEqual(
        expect.arrayContaining(['Evaluación Completada', '40 preguntas completadas', '¿Qué sigue?', 'Volver']),
      )
    }
  })

  // shows: A2.13
  it.each([
    [16, 16, '16 preguntas completadas'],
    [3, 40, '3 de 40 preguntas completadas'],
  ])('for %i of %i says %s', (answered, questions, text) => {
    expect(textsOf(<CompleteScreen stage={complete(answered, questions)} reader={{ kind: 'account' }} />)).toContain(
      text,
    )
  })
})
