import { describe, expect, it } from 'vitest'
import { defaultTexts } from './live-mails.ts'
import { isMailTemplate, mailParams } from './mail-params.ts'
import { mailSamples } from './mail-samples.ts'
import { applySlots, requiredNames, slotProblems, slotsOf } from './mail-slots.ts'
import { SHOP } from './shop.ts'
import { composeMail } from './templates.ts'

const TEMPLATES = Object.keys(mailParams).filter(isMailTemplate)
const shop = { ...SHOP, appUrl: 'https://tienda.example' }

describe.each(TEMPLATES)('the words of %s', template => {
  const texts = defaultTexts(template)
  const own = Object.fromEntries(slotsOf(texts).map(({ path, text }) => [path, text]))

  it('are right as the release has them, and say the same when they are put in their own place', () => {
    expect(slotProblems(texts, {})).toEqual({})
    for (const { params } of mailSamples(template)) {
      expect(composeMail(applySlots(texts, own), params, shop)).toEqual(composeMail(texts, params, shop))
    }
  })

  it('reach every kind of reader with any value that a place may use', () => {
    for (const slot of slotsOf(texts)) {
      const told = { [slot.path]: `${slot.text} ${slot.names.map(name => `{${name}}`).join(' ')}` }
      expect(slotProblems(texts, told)).toEqual({})
      for (const { params } of mailSamples(template)) composeMail(applySlots(texts, told), params, shop)
    }
  })
})

describe('changed words', () => {
  const texts = defaultTexts('respondent_invitation')
  const problemsOf = (changed: Record<string, string>) => slotProblems(texts, changed)
  const code = slotsOf(texts).find(({ text }) => text.includes('{codigo_acceso}'))?.path ?? ''

  it('are refused with data that the mail does not have, or that this place may lack', () => {
    expect(problemsOf({ 'subject.0': 'Hola {numero_orden}' })).toEqual({
      'subject.0': 'Aquí no existe el dato {numero_orden}.',
    })
    expect(problemsOf({ 'subject.0': 'De {empresa}' })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'subject.0': 'Hola {nombre' })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'subject.0': 'x'.repeat(2001) })).toHaveProperty(['subject.0'])
    expect(problemsOf({ 'body.99.0': 'Otro' })).toHaveProperty([''])
  })

  it('are refused without what the reader needs', () => {
    expect(requiredNames(texts)).toContain('codigo_acceso')
    expect(problemsOf({ [code]: 'Entra con tu correo.' })['']).toContain('{codigo_acceso}')
    expect(problemsOf({ [code]: '' })['']).toContain('{codigo_acceso}')
    expect(problemsOf({ 'subject.0': '', 'subject.1': '' })['']).toBe('El asunto no puede quedar vacío.')
    expect(problemsOf({ 'button.0': ' ' })).toHaveProperty(['button.0'])
  })

  it('of a place that is left empty are not said, and a blank line begins another paragraph', () => {
    const quotation = defaultTexts('quotation')
    const [first] = slotsOf(quotation).filter(({ path }) => path.startsWith('body.'))
    const changed = applySlots(quotation, { [first?.path ?? '']: 'Uno.\n\nDos  y\ntres.', 'preheader.0': '' })
    const letter = composeMail(changed, mailSamples('quotation')[0]?.params, shop)
    const paragraphs = letter.blocks.flatMap(block => (block.kind === 'paragraph' ? [block.text[0]?.text] : []))
    expect(paragraphs.slice(0, 2)).toEqual(['Uno.', 'Dos y tres.'])
    expect(letter.preheader).toBe('')
  })
})
