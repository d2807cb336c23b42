import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHOP } from '#app/platform/mail/shop.ts'
import { maskParams, releasedDocument } from './edited-mail.ts'
import type { DocumentBlock, MailDocument } from './mail-document.ts'
import { mailParams, mailSamples } from './mail-params.ts'
import { documentProblems } from './mail-problems.ts'
import { isSure, passagesOf, rulesOf } from './mail-rules.ts'
import { readCondition, readRow, readText, writeCondition } from './mail-text.ts'
import { conditionWords, datumWords, inWords } from './mail-words.ts'
import { COMMON_KEY, type EditedKey, isMailTemplate } from './mails.ts'
import { previewMail } from './templates.ts'

const TEMPLATES = Object.keys(mailParams).filter(isMailTemplate)
const KEYS: EditedKey[] = [COMMON_KEY, ...TEMPLATES]
const shop = { ...SHOP, appUrl: 'https://tienda.example' }

const problemsOf = (key: EditedKey, document: MailDocument) => documentProblems(rulesOf(key), document)
const withText = (key: EditedKey, name: string, text: string): MailDocument => {
  const released = releasedDocument(key)
  return { ...released, texts: { ...released.texts, [name]: text } }
}
const withBlock = (key: EditedKey, block: Partial<DocumentBlock>): MailDocument => {
  const released = releasedDocument(key)
  return { ...released, blocks: [...released.blocks, { kind: 'paragraph', condition: '', text: 'Texto', ...block }] }
}

describe('a text', () => {
  it('has phrases with conditions, which say exactly what is written', () => {
    expect(readText('Ana[si empresa: , de {empresa},] te invita')).toEqual({
      problems: [],
      sentence: [
        { when: [], unless: [], text: 'Ana' },
        { when: ['empresa'], unless: [], text: ', de {empresa},' },
        { when: [], unless: [], text: ' te invita' },
      ],
    })
  })

  it.each([
    ['Hola [si taller: uno', 'bracket'],
    ['Hola] uno', 'bracket'],
    ['[si taller: uno [si no taller: dos]]', 'bracket'],
    ['[si taller o curso: uno]', 'condition'],
    ['[si : uno]', 'bracket'],
    ['Hola {nombre', 'brace'],
    ['Hola {Nombre}', 'brace'],
  ])('is refused with a loose end: %s', (text, code) => {
    expect(readText(text).problems[0]?.code).toBe(code)
  })

  it('has one part around a phrase without text', () => {
    expect(readText('Hola[si empresa: ] Ana').sentence).toEqual([{ when: [], unless: [], text: 'Hola Ana' }])
  })

  it('never fails to be read, and says its own letters again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[si a: ', ']', '[', '{', '}', 'a', ':', ' y ', 'no ', '{a}', '\n')),
        parts => {
          const text = parts.join('')
          const { sentence, problems } = readText(text)
          readRow(text)
          if (problems.length > 0) return
          const written = sentence.map(part => {
            const condition = writeCondition(part)
            return condition === '' ? part.text : `[si ${condition}: ${part.text}]`
          })
          expect(readText(written.join('')).sentence).toEqual(sentence)
        },
      ),
    )
  })

  it('has conditions of several terms, each in words', () => {
    const condition = readCondition('taller y no confidencial')
    expect(condition).toEqual({ when: ['taller'], unless: ['confidencial'] })
    expect(condition && conditionWords(condition)).toBe('si es un taller y la compra no es confidencial')
    expect(inWords('Hola {nombre}[si no taller: , ya]')).toBe('Hola {Nombre de la persona}[si no es un taller: , ya]')
    expect(readCondition('taller y')).toBeUndefined()
  })

  it('is a row of a name and a value when it says both', () => {
    expect(readRow('[si banco y titular: Titular: {titular}]').row).toMatchObject({
      when: ['banco', 'titular'],
      label: 'Titular',
      value: [{ text: '{titular}' }],
    })
    expect(readRow('Hora: 9:30 [si en_linea: en línea]').row?.value).toHaveLength(2)
    expect(readRow('{nombre_area}: {nivel_propio}').row).toMatchObject({ label: '{nombre_area}', when: [] })
    for (const line of ['Sin valor:', 'Nada', ': {total}', '{sin cerrar: 3', '[si total: x]: 3'])
      expect(readRow(line).row).toBeUndefined()
  })
})

describe.each(KEYS)('the document of %s', key => {
  const released = releasedDocument(key)
  const rules = rulesOf(key)

  it('is valid as released, and each datum and condition has a name', () => {
    expect(problemsOf(key, released)).toEqual({})
    for (const name of [...rules.always, ...rules.optional]) expect(datumWords(name), name).not.toMatch(/_/)
  })

  it('is mailed to every kind of reader with any datum that is sure where it is used', () => {
    if (key === COMMON_KEY) return
    const all = rules.always.map(name => `{${name}}`).join(' ')
    const blocks = released.blocks.map(block => ({
      ...block,
      text: block.text
        .split('\n')
        .map(line => (line.endsWith(']') ? line : `${line} ${all}`))
        .join('\n'),
    }))
    const optional = rules.optional.map(name => `[si ${name}: {${name}}]`).join(' ')
    const list = optional === '' ? [] : [{ kind: 'list', condition: '', text: optional } as const]
    const document = { texts: released.texts, blocks: [...blocks, ...list] }
    expect(problemsOf(key, document)).toEqual({})
    for (const { params } of mailSamples(key)) {
      expect(previewMail(key, { mail: document }, params, shop).text).not.toMatch(/[{}[\]]|undefined/)
    }
  })

  it('is refused without any of its needed data', () => {
    for (const name of rules.required) {
      const without = (text: string) => text.replaceAll(`{${name}}`, 'x')
      const texts = Object.fromEntries(Object.entries(released.texts).map(([own, text]) => [own, without(text)]))
      const blocks = released.blocks.map(block => ({ ...block, text: without(block.text) }))
      expect(problemsOf(key, { texts, blocks })['']).toContain(`«${datumWords(name)}» {${name}}`)
    }
  })
})

describe('a changed document', () => {
  const key = 'respondent_invitation'

  // shows: B5.6
  it('is refused with a datum that does not exist, or that may have no value there', () => {
    const at = (text: string) => problemsOf(key, withText(key, 'subject', text))['texto.subject']
    expect(at('Hola {numero_orden}')).toBe('Aquí no existe el dato {numero_orden}.')
    expect(at('De {empresa}')).toContain('«Empresa de quien invita» {empresa} no siempre existe')
    expect(at('De [si empresa: {empresa}][si no empresa: {nombre_comprador}]')).toBeUndefined()
    expect(at('Hola {nombre')).toContain('llave suelta')
    expect(at('Hola [si taller: x')).toContain('corchete suelto')
    expect(at('[si pagado: x]')).toBe('Este correo no tiene la condición «pagado».')
    expect(at('x'.repeat(2001))).toContain('2000')
    const outside = withBlock('order_receipt', { text: 'Compraste {nombre_producto}' })
    expect(problemsOf('order_receipt', outside)['bloque.6']).toBe('Aquí no existe el dato {nombre_producto}.')
  })

  it('has blocks whose condition makes a datum sure, and refuses an unknown one', () => {
    const problem = (block: Partial<DocumentBlock>) =>
      problemsOf(key, withBlock(key, block))[`bloque.${releasedDocument(key).blocks.length}`]
    expect(problem({ condition: 'fecha_limite', text: 'Hasta {fecha_limite}' })).toBeUndefined()
    expect(problem({ condition: 'no fecha_limite', text: 'Hasta {fecha_limite}' })).toContain('no siempre existe')
    expect(problem({ condition: 'pagado' })).toContain('«pagado»')
    expect(problem({ condition: 'si quieres' })).toContain('condición del bloque')
    expect(problem({ text: ' ' })).toContain('quítalo')
    expect(problem({ kind: 'details', text: 'Plazo: {nombre_evaluacion}\nsin nombre' })).toContain('«sin nombre»')
    expect(problem({ kind: 'details', text: 'Plazo: mañana' })).toBeUndefined()
  })

  // shows: B5.6
  it('is refused when a needed datum is lost on some occasion, which it names', () => {
    const released = releasedDocument(key)
    const entry = released.blocks.find(({ text }) => text.includes('{codigo_acceso}'))
    const move = (condition: string) => ({
      ...released,
      blocks: released.blocks.map(block => (block === entry ? { ...block, condition } : block)),
    })
    expect(problemsOf(key, move('taller'))['']).toBe(
      'Falta un dato que la persona necesita: «Código de acceso» {codigo_acceso}, «Correo de la persona» {correo_invitado}, si no es un taller.',
    )
    const split = move('taller')
    const other = {
      kind: 'paragraph',
      condition: 'no taller',
      text: 'Con {correo_invitado} y {codigo_acceso}.',
    } as const
    expect(problemsOf(key, { ...split, blocks: [...split.blocks, other] })).toEqual({})
    const none = released.blocks.filter(({ kind }) => kind === 'button')
    expect(problemsOf(key, { ...released, blocks: none })['']).toContain('{codigo_acceso}')
  })

  it('is refused when its subject may be empty', () => {
    expect(problemsOf(key, withText(key, 'subject', ' '))).toEqual({
      'texto.subject': 'Este texto no puede quedar vacío.',
    })
    expect(problemsOf(key, withText(key, 'subject', '[si taller: Ven]'))).toEqual({
      'texto.subject': 'Este texto queda vacío si no es un taller.',
    })
    expect(problemsOf(key, withText(key, 'preheader', ''))).toEqual({})
  })

  it('may rely on a datum that the release relies on under the same condition', () => {
    const rules = rulesOf('workshop_session')
    expect(isSure(rules, 'correo_invitado', { when: ['codigo_acceso'], unless: [] })).toBe(true)
    expect(isSure(rules, 'correo_invitado', { when: ['lugar_sesion'], unless: [] })).toBe(false)
  })

  it('is never too long to check', () => {
    const block = { kind: 'paragraph', condition: '', text: 'x' } as const
    const many = { ...releasedDocument(key), blocks: Array.from({ length: 41 }, () => block) }
    expect(problemsOf(key, many)).toHaveProperty([''])
    expect(problemsOf(key, withText(key, 'subject', 'x'.repeat(30_000)))).toHaveProperty([''])
  })

  it('is mailed with headings, lists and escaped letters, as HTML and as text', () => {
    const blocks: DocumentBlock[] = [
      ...releasedDocument('quotation').blocks,
      { kind: 'heading', condition: '', text: 'Qué <b>sigue</b>' },
      { kind: 'list', condition: '', text: 'Uno <i>\n[si nombre: Dos, {nombre}]\n[si no nombre: Tres]' },
      { kind: 'list', condition: '', text: '[si no nombre: Nada]' },
    ]
    const document = { ...releasedDocument('quotation'), blocks }
    expect(problemsOf('quotation', document)).toEqual({})
    const [sample] = mailSamples('quotation')
    const { html, text } = previewMail('quotation', { mail: document }, sample?.params, shop)
    expect(text).toMatch(/Ver mi cotización:\nhttps:\S+\n\nQué <b>sigue<\/b>\n\n- Uno <i>\n- Dos, Ana\n\n/)
    expect(html).toContain('Qué &lt;b&gt;sigue&lt;/b&gt;</h2>')
    expect(html).toContain('>Uno &lt;i&gt;</li>')
    expect(html.match(/<li /g)).toHaveLength(2)
  })

  it('has a subject of one line, whatever is typed or stored', () => {
    const document = withText('quotation', 'subject', 'Uno\r\nBcc: x@example.cl {numero_cotizacion}')
    const [sample] = mailSamples('quotation')
    const { subject } = previewMail('quotation', { mail: document }, sample?.params, shop)
    expect(subject).toBe('Uno Bcc: x@example.cl COT-2026-000123')
  })
})

describe('the texts around every mail', () => {
  // shows: B2.55
  it('always state the sender, the contact and the privacy notice', () => {
    expect(rulesOf(COMMON_KEY).required).toEqual([
      'nombre_plataforma',
      'correo_soporte',
      'razon_social',
      'direccion',
      'enlace_privacidad',
      'enlace_datos',
    ])
    expect(problemsOf(COMMON_KEY, withText(COMMON_KEY, 'footer', 'Adiós.'))['']).toContain('{razon_social}')
    const elsewhere = withBlock(COMMON_KEY, { text: '{razon_social}, {direccion}, {enlace_privacidad}' })
    expect(problemsOf(COMMON_KEY, elsewhere)).toHaveProperty([''])
    expect(problemsOf(COMMON_KEY, withText(COMMON_KEY, 'signature', ''))).toHaveProperty(['texto.signature'])
    expect(problemsOf(COMMON_KEY, withText(COMMON_KEY, 'greeting', 'Hola {nombre}:'))).toHaveProperty([
      'texto.greeting',
    ])
  })

  it('greet with a name if there is one', () => {
    const common = withText(COMMON_KEY, 'greeting', '[si nombre: Estimada {nombre}:][si no nombre: Buenos días:]')
    const greetings = mailSamples('quotation').map(
      ({ params }) => previewMail('quotation', { common }, params, shop).text.split('\n')[0],
    )
    expect(greetings).toEqual(['Estimada Ana:', 'Buenos días:'])
  })
})

it('masks every code and link of a real mail', () => {
  const masked = {
    codigo_acceso: 'AC-••••••••',
    codigo_x: '••••••••',
    enlace_x: '/enlace-oculto',
    nombre: 'Ana',
    taller: true,
  }
  const params = { codigo_acceso: 'AC-2345-6789', codigo_x: '123', enlace_x: '/x?a=1', nombre: 'Ana', taller: true }
  expect(maskParams(params)).toEqual(masked)
})

it('keeps the places of a text together', () => {
  const passages = passagesOf(['subject'], withText('quotation', 'subject', 'Hola'))
  expect(passages.map(({ at, kind }) => [at, kind])).toEqual([
    ['texto.subject', 'text'],
    ['bloque.0', 'text'],
    ['bloque.1', 'row'],
    ['bloque.1', 'row'],
    ['bloque.1', 'row'],
    ['bloque.2', 'text'],
    ['bloque.3', 'button'],
  ])
})
