import { describe, expect, it } from 'vitest'
import { foldEmail, isEmail } from './email.ts'

describe('an e-mail address', () => {
  it.each([
    ['  ANA@Example.CL ', 'ana@example.cl'],
    ['ﬁona@example.cl', 'fiona@example.cl'],
    ['ａna＠example.cl', 'ana@example.cl'],
    ['ana1@prueba.example\u200b', 'ana1@prueba.example'],
    ['\u202aeva@prueba.example\u202c', 'eva@prueba.example'],
    ['luz@prueba.exam\u00adple', 'luz@prueba.example'],
    ['\u00a0ana@x.cl\u3000', 'ana@x.cl'],
    ['ana‑maría@x.cl'.replace('í', 'i'), 'ana-maria@x.cl'],
    ['ana@ñandú.cl', 'ana@xn--and-6ma2c.cl'],
    ['ana@ÑANDÚ.cl', 'ana@xn--and-6ma2c.cl'],
    ['ana@xn--and-6ma2c.cl', 'ana@xn--and-6ma2c.cl'],
    ['ana@x.cl.', 'ana@x.cl'],
    ['Ana@x.cl. ', 'ana@x.cl'],
    ['ana@x.cl,', 'ana@x.cl'],
    ['ana@x.cl。', 'ana@x.cl'],
    ['MAILTO:Ana@x.cl', 'ana@x.cl'],
    ['<ana@x.cl>', 'ana@x.cl'],
    ['<mailto:ana@x.cl>', 'ana@x.cl'],
    ['Ana Pérez <ana@x.cl>', 'ana@x.cl'],
    ['"Pérez, Ana" <ana@x.cl>;', 'ana@x.cl'],
    ["'ana@x.cl'", 'ana@x.cl'],
    ["Ana <'ana@x.cl'>", 'ana@x.cl'],
    ['“ana@x.cl”', 'ana@x.cl'],
    ['«ana@ñandú.cl»', 'ana@xn--and-6ma2c.cl'],
    ["o'brien'@x.cl", "o'brien'@x.cl"],
    ['ana@пример。рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ])('%j is %s, and so is what it is', (typed, folded) => {
    expect(foldEmail(typed)).toBe(folded)
    expect(isEmail(folded)).toBe(true)
    expect(foldEmail(folded)).toBe(folded)
  })

  it.each([
    'ana+curso@prueba.example',
    "o'brien@prueba.example",
    'i&d@prueba.example',
    'ventas/norte@prueba.example',
    'ana#1@prueba.example',
    'ana!x@prueba.example',
    '_ana-@prueba.example',
    'ana@prueba.xn--p1ai',
    'ana@sub.dominio-largo.com.cl',
    `${'a'.repeat(64)}@prueba.example`,
    '{a}|b^c~d`e=f?g*h%i$j@x.cl',
  ])('may be %s', address => {
    expect(isEmail(foldEmail(address))).toBe(true)
  })

  it.each([
    '',
    'ana',
    '@x.cl',
    'ana@',
    'ana@x',
    'ana@x.c',
    'ana@1.2.3.4',
    'ana@[1.2.3.4]',
    'ana@.x.cl',
    'ana@x..cl',
    'ana@-x.cl',
    'ana@x-.cl',
    'ana@x_y.cl',
    'ana@x.cl:80',
    'ana@x.cl/a',
    'ana@x,cl',
    'ana@ x.cl',
    'ana pérez@x.cl',
    'josé@x.cl',
    '"ana soto"@x.cl',
    'ana@eva@x.cl',
    '.ana@x.cl',
    'ana.@x.cl',
    'a..b@x.cl',
    'ana@x.cl, eva@x.cl',
    'ana@x.cl; eva@x.cl',
    'Ana <ana@x.cl>, Eva <eva@x.cl>',
    'https:ana@x.cl',
    '<>',
    'mailto:',
    `${'a'.repeat(65)}@x.cl`,
    `ana@${'a'.repeat(64)}.cl`,
    `ana@${'a.'.repeat(130)}cl`,
  ])('is not %j', text => {
    expect(isEmail(foldEmail(text))).toBe(false)
  })
})
