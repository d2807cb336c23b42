import { readFileSync } from 'node:fs'
import { ID, type RouteInput } from './fuzz-input.ts'

const QUESTIONNAIRE: unknown = JSON.parse(readFileSync('content/agilidad.es.json', 'utf8'))

/** The forms of settings, which every group's screen takes. */
const SETTING_FORMS: RouteInput['forms'] = [
  {
    fixed: { intent: 'save', setting: 'seller' },
    typed: ['seen', 'razon_social', 'rut_empresa', 'direccion', 'correo_soporte'],
  },
  { fixed: { intent: 'save', setting: 'sales', seen: '0' }, typed: ['vat_text', 'access_days', 'quotation_days'] },
  {
    fixed: { intent: 'save', setting: 'transfer', seen: '0' },
    typed: ['bank', 'account_type', 'account_number', 'email', 'password'],
  },
  { fixed: { intent: 'save', setting: 'privacy', seen: '0' }, typed: ['retention_months'] },
  { fixed: { intent: 'save', setting: 'laws', seen: '0' }, typed: ['fecha_ley_datos'] },
  { fixed: { intent: 'restore' }, typed: ['setting', 'seen', 'password'] },
]

/** Where the back office edits contents and settings. */
export const CONTENT_ROUTES: Readonly<Record<string, RouteInput>> = {
  '/admin/content': { query: ['listo'] },
  '/admin/content/new': { forms: [{ typed: ['title', 'id', 'from'] }] },
  '/admin/content/import': {
    forms: [
      { fixed: { intent: 'plan' }, typed: ['text', 'file'], json: { text: QUESTIONNAIRE } },
      { fixed: { intent: 'confirm' }, typed: ['text', 'replaces'], json: { text: QUESTIONNAIRE } },
    ],
  },
  '/admin/content/questionnaires/:questionnaireId': {
    params: { questionnaireId: ['agilidad', 'ninguno'] },
    query: ['listo'],
    forms: [{ fixed: { intent: 'start' } }, { fixed: { intent: 'discard' }, typed: ['revision'] }],
  },
  '/admin/content/questionnaires/:questionnaireId/draft': {
    params: { questionnaireId: ['agilidad', 'dama-dmbok2'] },
    query: ['seccion', 'cambio'],
    forms: [
      { fixed: { intent: 'move:q1_x', section: '1' }, typed: ['revision', 'q1_x.to'] },
      { fixed: { intent: 'scale:q1_x', section: '1' }, typed: ['revision', 'q1_x.scale'] },
      {
        fixed: { intent: 'save', section: '0', part: 'escalas' },
        typed: ['revision', 'scale.0.questions', 'scale.0.1'],
      },
      { fixed: { intent: 'save', section: '0' }, typed: ['revision', 'title', 'intro', 'level.1.name'] },
      { fixed: { intent: 'add-step:q1_x:3', section: '0', part: 'pasos-q1_x' }, typed: ['revision', 'part'] },
      { fixed: { intent: 'remove-step:q1_x:3', section: '0', part: 'pasos-q1_x' }, typed: ['revision'] },
      {
        fixed: { intent: 'save', section: '1' },
        typed: [
          'revision',
          'plan-audience',
          'plan-note',
          'plan-decision.title',
          'plan-talk.q1_governance_framework',
          'plan-step.q1_governance_framework.3.title',
          'plan-step.q1_governance_framework.3.effort.days.0',
          'plan-step.q1_governance_framework.3.needs',
          'plan-step.q1_governance_framework.3.needs.0.question',
        ],
      },
      { fixed: { section: '1' }, typed: ['intent', 'revision', 'emoji', 'targetLevel', 'recommendations.1'] },
    ],
  },
  '/admin/content/questionnaires/:questionnaireId/publish': {
    params: { questionnaireId: ['ninguno', 'dama-dmbok2'] },
    forms: [{ typed: ['revision'] }],
  },
  '/admin/content/questionnaires/:questionnaireId/preview': {
    params: { questionnaireId: ['agilidad'] },
    query: ['version', 'seccion'],
  },
  '/admin/content/questionnaires/:questionnaireId/json': {
    params: { questionnaireId: ['agilidad'] },
    query: ['version'],
  },
  '/admin/content/texts': {
    query: ['listo'],
    forms: [
      { fixed: { intent: 'save' }, typed: ['seen', 'hero_title', 'figure_1_value'] },
      { fixed: { intent: 'save', setting: 'certificates', seen: '0' }, typed: ['name', 'post'] },
      { fixed: { intent: 'restore' }, typed: ['seen'] },
    ],
  },
  '/admin/content/emails': {},
  '/admin/content/emails/:template': {
    params: { template: ['order_receipt', 'common'] },
    query: ['listo'],
    forms: [
      { fixed: { intent: 'save' }, typed: ['seen', 'texto.subject', 'bloque.0.texto', 'bloque.0.si'] },
      {
        fixed: { intent: 'preview', seen: '0' },
        typed: ['lector', 'texto.subject', 'bloque.0.texto', 'bloque.0.clase', 'bloque.0.si'],
      },
      { fixed: { intent: 'test', seen: '0' } },
      { fixed: { seen: '0' }, typed: ['intent'] },
      { fixed: { intent: 'load.999999999999999', seen: '0' } },
      { fixed: { intent: 'up.1', seen: '0' }, typed: ['bloque.1.texto'] },
    ],
  },
  '/admin/content/emails/:template/preview': {
    params: { template: ['quotation', 'common'] },
    forms: [{ typed: ['lector', 'texto.subject', 'texto.greeting', 'bloque.0.texto', 'bloque.0.si'] }],
  },
  '/admin/content/emails/:template/recipients': {
    params: { template: ['quotation', 'common'] },
    query: ['search'],
  },
  '/admin/content/legal': {},
  '/admin/content/legal/:document': {
    params: { document: ['condiciones', 'cookies'] },
    query: ['listo'],
    forms: [
      {
        fixed: { intent: 'publish' },
        typed: ['seen', 'title', 'summary', 'status', 'seccion.1.titulo', 'seccion.1.texto'],
      },
      { fixed: { intent: 'add-section', seen: '1' }, typed: ['title'] },
    ],
  },
  '/admin/settings': { query: ['guardado', 'original'], forms: SETTING_FORMS },
  '/admin/settings/:setting': {
    params: { setting: ['seller', 'transfer', 'band'] },
    query: ['guardado', 'original'],
    forms: SETTING_FORMS,
  },
  '/admin/settings/jobs': {
    query: ['tarea'],
    forms: [{ fixed: { intent: 'retry' }, typed: ['letter'] }, { typed: ['intent', 'letter'] }],
  },
  '/admin/settings/services': {
    query: ['prueba', 'reintentados'],
    forms: [
      { fixed: { intent: 'retry' }, typed: ['mails'] },
      { fixed: { intent: 'ask-gateway' } },
      { typed: ['intent'] },
    ],
  },
  '/admin/settings/team': {
    forms: [
      { fixed: { intent: 'invite' }, typed: ['email', 'scope', 'password'] },
      { fixed: { intent: 'resend', invitation: ID } },
      { fixed: { intent: 'revoke' }, typed: ['invitation'] },
    ],
  },
}
