import { describe, expect, it } from 'vitest'
import type { MailDocument } from '#app/mails/mail-document.ts'
import { documentDiff, wordDiff } from './document-diff.ts'
import { isSameDocument, readMailForm } from './mail-form.ts'
import { emptyBlock, readStep, takeStep } from './mail-steps.ts'

const mail = (subject: string, ...texts: string[]): MailDocument => ({
  texts: { subject },
  blocks: texts.map(text => ({ kind: 'paragraph', condition: '', text })),
})

describe('the form of a mail', () => {
  it('has its texts on one line, and a paragraph for each part between blank lines', () => {
    const form = {
      'texto.subject': ' Hola\r\nAna ',
      'texto.other': 'x',
      'bloque.1.texto': 'Dos',
      'bloque.1.si': 'taller',
      'bloque.0.texto': 'Uno \n sigue\n\n\nOtro',
      'bloque.2.clase': 'list',
      'bloque.2.texto': 'a\n\nb\u0000',
      'bloque.3.clase': 'iframe',
      'bloque.3.texto': '',
      'bloque.4.clase': 'button',
      'bloque.4.texto': ' Ver\n\nmi panel ',
      'bloque.x.texto': 'No',
    }
    expect(readMailForm(form, ['subject', 'preheader'])).toEqual({
      texts: { subject: 'Hola Ana', preheader: '' },
      blocks: [
        { kind: 'paragraph', condition: '', text: 'Uno sigue' },
        { kind: 'paragraph', condition: '', text: 'Otro' },
        { kind: 'paragraph', condition: 'taller', text: 'Dos' },
        { kind: 'list', condition: '', text: 'a\n\nb' },
        { kind: 'paragraph', condition: '', text: '' },
        { kind: 'button', condition: '', text: 'Ver mi panel' },
      ],
    })
  })

  it('is the same document when only spaces differ', () => {
    expect(isSameDocument(mail('Hola', 'Uno'), mail(' Hola ', 'Uno '))).toBe(true)
    expect(isSameDocument(mail('Hola', 'Uno'), mail('Hola', 'Dos'))).toBe(false)
    expect(isSameDocument(mail('Hola', 'Uno'), mail('Hola'))).toBe(false)
  })
})

describe('steps', () => {
  const take = (intent: string) => {
    const step = readStep(intent)
    return step && takeStep(['a', 'b', 'c'], step, kind => emptyBlock(kind).kind).join('')
  }

  it.each([
    ['up.1', 'bac'],
    ['up.0', 'abc'],
    ['down.1', 'acb'],
    ['down.2', 'abc'],
    ['remove.0', 'bc'],
    ['remove.9', 'abc'],
    ['add.list', 'abclist'],
  ])('%s makes %s of abc', (intent, after) => {
    expect(take(intent)).toBe(after)
  })

  it('add a block after another one', () => {
    const added = takeStep(['a', 'b'], { step: 'add', kind: 'list', after: 0 }, kind => kind)
    expect(added).toEqual(['a', 'list', 'b'])
  })

  it('are refused when they are none', () => {
    for (const intent of ['up', 'up.x', 'add.table', 'remove.-1', 'save', '']) expect(take(intent)).toBeUndefined()
  })
})

describe('differences', () => {
  it('are told word by word, a datum being one word', () => {
    expect(wordDiff('Tu cotización {Número}.', 'Tu nueva cotización {Total}.')).toEqual([
      { kind: 'same', text: 'Tu ' },
      { kind: 'added', text: 'nueva ' },
      { kind: 'same', text: 'cotización ' },
      { kind: 'removed', text: '{Número}' },
      { kind: 'added', text: '{Total}' },
      { kind: 'same', text: '.' },
    ])
    const [long, longer] = ['a b '.repeat(400), 'a b '.repeat(401)]
    expect(wordDiff(long, longer).map(({ kind }) => kind)).toEqual(['removed', 'added'])
    expect(wordDiff('', 'a')).toEqual([{ kind: 'added', text: 'a' }])
  })

  it('name each changed, new and removed place, with conditions in words', () => {
    const after: MailDocument = {
      texts: { subject: 'Otro' },
      blocks: [
        { kind: 'paragraph', condition: '', text: 'Cero' },
        { kind: 'paragraph', condition: '', text: 'Uno' },
        { kind: 'paragraph', condition: 'taller', text: 'Dos' },
      ],
    }
    const places = documentDiff(['subject'], mail('Hola', 'Uno', 'Dos', 'Tres'), after)
    expect(places.map(({ kind, where }) => `${where} ${kind}`)).toEqual([
      'Asunto changed',
      'Párrafo added',
      'Párrafo changed',
      'Párrafo removed',
    ])
    expect(places[2]?.runs[0]).toEqual({ kind: 'added', text: '[si es un taller: ]' })
    expect(documentDiff(['subject'], mail('Hola', 'Uno'), mail('Hola', 'Uno'))).toEqual([])
  })
})
