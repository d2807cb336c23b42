/** Seconds between two tries. */
const EVERY = 5

/** The names and values of a return are short; anybody may send others. */
const LONGEST = 256

/**
 * Answers a return from the gateway while the database is away. The page comes back to the same return by itself, also after
 * a POST, until the shop can read and confirm it; it needs neither script nor style sheet nor database.
 * @param path the return's own address.
 */
export function returnLater(path: string, params: URLSearchParams | FormData): Response {
  const kept = new URLSearchParams()
  for (const [name, value] of params) {
    if (typeof value === 'string' && name.length <= LONGEST && value.length <= LONGEST) kept.append(name, value)
  }
  const address = `${path}?${kept}`
  return new Response(pageOf(address.replaceAll('&', '&amp;')), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Retry-After': String(EVERY),
      Refresh: `${EVERY};url=${address}`,
    },
  })
}

/** @param address escaped for an attribute: a query written by URLSearchParams has no other special character. */
const pageOf = (address: string): string => `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${EVERY};url=${address}">
<title>Confirmando tu pago · Alhena</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.3 }
</style>
</head>
<body>
<main>
<h1>Estamos confirmando tu pago</h1>
<p>La tienda no puede revisar tu pago en este momento. Esta página lo intenta de nuevo sola cada ${EVERY} segundos, hasta saber cómo quedó: no la cierres y no pagues otra vez.</p>
<p>Si no alcanzamos a confirmarlo, el banco no te cobra.</p>
<p><a href="${address}">Intentarlo ahora</a></p>
</main>
</body>
</html>
`
