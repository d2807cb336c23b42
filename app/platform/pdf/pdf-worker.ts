import { parentPort } from 'node:worker_threads'
import { renderToBuffer } from '@react-pdf/renderer'
import { drawDocument } from './draw-document.ts'
import { drawReport } from './draw-report.ts'
import { fontCoverage, registerFonts } from './fonts.ts'
import { mapTexts } from './map-texts.ts'
import type { PdfAnswer, PdfOrder } from './pdf-order.ts'
import { printable } from './printable.ts'

// A thread of its own: drawing takes tens of milliseconds of one processor, in which no other request would be answered.

registerFonts()
const covers = fontCoverage()

async function answer({ id, document }: PdfOrder): Promise<PdfAnswer> {
  try {
    const clean = mapTexts(document, text => printable(text, covers))
    const bytes = await renderToBuffer('kind' in clean ? drawReport(clean) : drawDocument(clean))
    return { id, bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (order: PdfOrder) => {
  const answered = await answer(order)
  parentPort?.postMessage(answered, 'bytes' in answered ? [answered.bytes.buffer] : [])
})
