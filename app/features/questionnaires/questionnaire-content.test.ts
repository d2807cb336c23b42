import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DONT_KNOW, listClosedQuestions } from './questionnaire.ts'
import { questionnaireSchema } from './questionnaire-schema.ts'

const files = (await readdir('content')).filter(name => name.endsWith('.es.json'))
const contents: unknown[] = await Promise.all(
  files.map(async name => JSON.parse(await readFile(`content/${name}`, 'utf8'))),
)
const questionnaires = contents
  .filter(content => typeof content === 'object' && content !== null && 'sections' in content)
  .map(content => questionnaireSchema.parse(content))

/** Specification 2, section 3, with the redacted names from spec D21. */
const DAMA_FIELDS = [
  'q1_governance_framework q2_roles_responsibilities q3_governance_effectiveness q4_data_policies q5_governance_committee',
  'q6_data_architecture q7_data_models q8_systems_integration q9_architecture_repositories q10_architecture_alignment',
  'q11_modeling_standards q12_model_repositories q13_business_involvement q14_model_reviews q15_modeling_quality',
  'q16_storage_lifecycle q17_performance_monitoring q18_capacity_planning q19_backup_policies q20_disaster_recovery',
  'q21_security_policies q22_access_controls q23_security_audits q24_incident_procedures q25_security_compliance',
  'q26_data_flow_mapping q27_etl_tools q28_integration_monitoring q29_interoperability q30_external_data_sharing',
  'q31_quality_metrics q32_data_cleansing q33_issue_management q34_error_prevention q35_quality_evaluation',
  'q36_document_policies q37_metadata_standards q38_document_retrieval q39_retention_disposal q40_version_control',
].map(fields => fields.split(' '))
const DAMA_OPEN_FIELDS = [
  'governance_challenges governance_opportunities',
  'architecture_barriers architecture_benefits',
  'modeling_alignment modeling_practices',
  'storage_challenges storage_improvements',
  'security_risks security_initiatives',
  'integration_difficulties interoperability_benefits',
  'quality_dimensions quality_initiatives',
  'document_challenges document_value',
].map(fields => fields.split(' '))

// shows: A1.3
test('there are fourteen questionnaires, each with its own id', () => {
  expect(new Set(questionnaires.map(({ id }) => id)).size).toBe(14)
})

// shows: A1.3, A3.1, A9.1
test("the governance questionnaire has the specification's sections and fields", () => {
  const dama = questionnaires.find(({ id }) => id === 'dama-dmbok2')
  expect(dama?.title).toBe('Evaluación de Madurez en Gobierno de Datos')
  expect(dama?.sections.map(({ questions }) => questions.map(({ field }) => field))).toEqual(DAMA_FIELDS)
  expect(dama?.sections.map(({ openQuestions }) => openQuestions.map(({ field }) => field))).toEqual(DAMA_OPEN_FIELDS)
  expect(dama?.sections.map(({ title }) => title)).toEqual([
    'Gobierno de Datos (Data Governance)',
    'Arquitectura de Datos',
    'Modelado y Diseño de Datos',
    'Almacenamiento y Operaciones',
    'Seguridad de Datos',
    'Integración e Interoperabilidad',
    'Calidad de Datos',
    'Gestión de Documentos',
  ])
})

test.each(questionnaires.map(questionnaire => [questionnaire.id, questionnaire] as const))(
  "%s ends every closed question with 'don't know'",
  (_, questionnaire) => {
    const last = listClosedQuestions(questionnaire).map(({ options }) => options[DONT_KNOW - 1])
    expect(new Set(last)).toEqual(new Set(['No sé / lo desconozco']))
  },
)

test('the two knowledge tests shuffle their options, and length does not tell the best one', () => {
  const shuffled = questionnaires.filter(({ optionOrder }) => optionOrder === 'shuffled')
  expect(shuffled.map(({ id }) => id)).toEqual(['alfabetizacion-datos', 'competencias-product-owner'])
  for (const questionnaire of shuffled) {
    const questions = listClosedQuestions(questionnaire)
    const lengths = questions.map(({ options }) => options.slice(0, DONT_KNOW - 1).map(option => option.length))
    // Whoever always takes the longest text is right no more often than by chance, a fifth.
    const longestIsBest = lengths.filter(row => row.at(-1) === Math.max(...row)).length
    expect(longestIsBest / questions.length, questionnaire.id).toBeLessThanOrEqual(0.2)
    expect(questionnaire.intro, questionnaire.id).not.toMatch(/más (baja|alta)|primera|última/)
  }
})

test('what a team must answer without fear is confidential unless the buyer chooses otherwise', () => {
  const confidential = questionnaires.filter(({ resultMode }) => resultMode === 'confidential')
  expect(confidential.map(({ id }) => id)).toEqual(['seguridad-psicologica-equipos'])
})

// shows: A3.2
test.each([
  ['a gap in the numbers', { number: 3, field: 'q3_x' }],
  ['a field twice', { number: 1, field: 'q1_x' }],
])('the format refuses %s', (_, second) => {
  const [valid] = questionnaires
  const [section] = valid?.sections ?? []
  const [question] = section?.questions ?? []
  const broken = {
    ...valid,
    sections: [
      {
        ...section,
        questions: [
          { ...question, number: 1, field: 'q1_x' },
          { ...question, ...second },
        ],
      },
    ],
  }
  expect(questionnaireSchema.safeParse(broken).success).toBe(false)
})
