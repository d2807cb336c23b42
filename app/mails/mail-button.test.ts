import { expect, it } from 'vitest'
import { SHOP } from '#app/platform/mail/shop.ts'
import { releasedDocument } from './edited-mail.ts'
import { readDocument } from './live-mails.ts'
import type { DocumentBlock, MailDocument } from './mail-document.ts'
import { mailSamples } from './mail-params.ts'
import { documentProblems } from './mail-problems.ts'
import { rulesOf } from './mail-rules.ts'
import type { EditedKey } from './mails.ts'
import { previewMail } from './templates.ts'

const key = 'respondent_invitation'
const shop = { ...SHOP, appUrl: 'https://tienda.example' }
const problemsOf = (mail: EditedKey, document: MailDocument) => documentProblems(rulesOf(mail), document)

it('has one button on every occasion, wherever it stands', () => {
  const { texts, blocks } = releasedDocument(key)
  const others = blocks.filter(({ kind }) => kind !== 'button')
  const button = (text: string, condition = ''): DocumentBlock => ({ kind: 'button', condition, text })
  const problems = (...own: DocumentBlock[]) => problemsOf(key, { texts, blocks: own })
  expect(problems(button('Ver'), ...others)).toEqual({})
  expect(problems(...others, button('Ver', 'taller'), button('Responder', 'no taller'))).toEqual({})
  expect(problems(...others)).toEqual({ '': 'Falta el botón: agrega uno en «Bloques y condiciones».' })
  const only = `bloque.${others.length}`
  const second = `bloque.${others.length + 1}`
  expect(problems(...others, button('[si taller: Ver]'))).toEqual({ [only]: 'Falta el botón si no es un taller.' })
  expect(problems(...others, button('Ver', 'taller'))).toEqual({ [only]: 'Falta el botón si no es un taller.' })
  expect(problems(...others, button('Ver'), button('Ir'))).toEqual({ [second]: 'Hay más de un botón: deja uno.' })
  expect(problems(...others, button('Ver'), button('Ir', 'taller'))).toEqual({
    [second]: 'Hay más de un botón si es un taller: deja uno.',
  })
  expect(problems(...others, button(' '))).toEqual({ [only]: 'Escribe el texto de este bloque, o quítalo.' })
})

it('has no data on its button alone that a person needs', () => {
  const { texts, blocks } = releasedDocument(key)
  const hidden = blocks.map(block =>
    block.kind === 'button'
      ? { ...block, text: '{codigo_acceso}' }
      : { ...block, text: block.text.replace('{codigo_acceso}', 'x') },
  )
  expect(problemsOf(key, { texts, blocks: hidden })['']).toContain('{codigo_acceso}')
})

it('has its button after the other blocks if it was stored before buttons were blocks', () => {
  const { texts, blocks } = releasedDocument('quotation')
  const old = {
    texts: { ...texts, button: 'Abrir mi cotización' },
    blocks: blocks.filter(({ kind }) => kind !== 'button'),
  }
  const read = readDocument('quotation', old)
  expect(read?.texts).toEqual(texts)
  expect(read?.blocks.at(-1)).toEqual({ kind: 'button', condition: '', text: 'Abrir mi cotización' })
  const [sample] = mailSamples('quotation')
  const { text } = previewMail('quotation', { mail: read }, sample?.params, shop)
  expect(text).toContain('\n\nAbrir mi cotización:\nhttps://tienda.example/account/quotations/')
})
