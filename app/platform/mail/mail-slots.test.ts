import { describe, expect, it } from 'vitest'
import { applyCommon, commonProblems, commonRequired, commonSlots } from './common-slots.ts'
import { defaultTexts } from './live-mails.ts'
import { MAIL_DEFAULTS } from './mail-content.ts'
import { isMailTemplate, mailParams } from './mail-params.ts'
import { mailSamples } from './mail-samples.ts'
import { applySlots, requiredNames, slotProblems, slotsOf } from './mail-slots.ts'
import { SHOP } from './shop.ts'
import { composeMail } from './templates.ts'

const TEMPLATES = Object.keys(mailParams).filter(isMailTemplate)
const shop = { ...SHOP, appUrl: 'https://tienda.example' }

describe.each(TEMPLATES)('the texts of %s', template => {
  const texts = defaultTexts(template)
  const own = Object.fromEntries(slotsOf(texts).map(({ path, text }) => [path, text]))

  it('are valid as released, and unchanged by a round trip through the slots', () => {
    expect(slotProblems(texts, {})).toEqual({})
    for (const { params } of mailSamples(template)) {
      expect(composeMail(applySlots(texts, own), params, shop)).toEqual(composeMail(texts, params, shop))
    }
  })

  it('render for every kind of reader with any value of their placeholders', () => {
    for (const slot of slotsOf(texts)) {
      const used = { [slot.path]: `${slot.text} ${slot.names.map(name => `{${name}}`).join(' ')}` }
      expect(slotProblems(texts, used)).toEqual({})
      for (const { params } of mailSamples(template)) composeMail(applySlots(texts, used), params, shop)
    }
  })
})

describe('changed texts', () => {
  const texts = defaultTexts('respondent_invitation')
  const problemsOf = (changed: Record<string, string>) => slotProblems(texts, changed)
  const code = slotsOf(texts).find(({ text }) => text.includes('{codigo_acceso}'))?.path ?? ''

  // shows: B5.6
  it('are refused with an unknown placeholder, or one that may be empty in that slot', () => {
    expect(problemsOf({ 'subject.0': 'Hola {numero_orden}' })).toEqual({
      'subject.0': 'Aquí no existe el dato {numero_orden}.',
    })
    expect(problemsOf({ 'subject.0': 'De {empresa}' })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'subject.0': 'Hola {nombre' })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'subject.0': 'x'.repeat(2001) })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'body.99.0': 'Otro' })).toHaveProperty([''])
  })

  // shows: B5.6
  it('are refused without a required placeholder', () => {
    expect(requiredNames(texts)).toContain('codigo_acceso')
    expect(problemsOf({ [code]: 'Entra con tu correo.' })['']).toContain('{codigo_acceso}')
    expect(problemsOf({ [code]: '' })['']).toContain('{codigo_acceso}')
    expect(problemsOf({ 'subject.0': '', 'subject.1': '' })['']).toBe('El asunto no puede quedar vacío.')
    expect(problemsOf({ 'button.0': ' ' })).toHaveProperty(['button.0'])
  })

  it('are omitted when empty, and a blank line starts another paragraph', () => {
    const quotation = defaultTexts('quotation')
    const [first] = slotsOf(quotation).filter(({ path }) => path.startsWith('body.'))
    const changed = applySlots(quotation, { [first?.path ?? '']: 'Uno.\n\nDos  y\ntres.', 'preheader.0': '' })
    const message = composeMail(changed, mailSamples('quotation')[0]?.params, shop)
    const paragraphs = message.blocks.flatMap(block => (block.kind === 'paragraph' ? [block.text[0]?.text] : []))
    expect(paragraphs.slice(0, 2)).toEqual(['Uno.', 'Dos y tres.'])
    expect(message.preheader).toBe('')
  })
})

describe('the shared texts of every mail', () => {
  const { common } = MAIL_DEFAULTS
  const params = mailSamples('quotation').map(sample => sample.params)
  const letters = (changed: Record<string, string>) =>
    params.map(own => composeMail(defaultTexts('quotation'), own, shop, applyCommon(common, changed)))

  it("are valid as released, and may use their slot's placeholders", () => {
    expect(commonProblems(common, {})).toEqual({})
    expect(applyCommon(common, {})).toEqual(common)
    const all = Object.fromEntries(
      commonSlots(common).map(({ path, text, names }) => [path, `${text} ${names.map(name => `{${name}}`).join(' ')}`]),
    )
    expect(commonProblems(common, all)).toEqual({})
    for (const message of letters(all)) expect(JSON.stringify(message)).not.toContain('{texto_iva}')
  })

  it('greet with a name if there is one', () => {
    const [named, unnamed] = letters({ 'greeting.0': 'Estimada {nombre}:', 'greeting.1': 'Buenos días:' })
    expect(named?.greeting).toMatchObject([{ text: 'Estimada ' }, { text: 'Ana' }, { text: ':' }])
    expect(unnamed?.greeting).toMatchObject([{ text: 'Buenos días:' }])
    expect(commonProblems(common, { 'greeting.1': 'Hola {nombre}:' })).toHaveProperty(['greeting.1'])
  })

  // shows: B2.55
  it('always state the sender, the contact and the privacy notice', () => {
    expect(commonRequired(common)).toEqual([
      'nombre_plataforma',
      'correo_soporte',
      'razon_social',
      'direccion',
      'enlace_privacidad',
    ])
    expect(commonProblems(common, { 'footer.1': '' })['']).toContain('{razon_social}, {direccion}')
    expect(commonProblems(common, { 'footer.0': '' })).toEqual({})
    expect(commonProblems(common, { 'signature.0': '' })).toHaveProperty(['signature.0'])
    expect(commonProblems(common, { 'footer.9': 'x' })).toHaveProperty([''])
  })
})
