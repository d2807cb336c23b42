// Student's t by numerical integration, which shares nothing with the product's: what tests compare an interval with.

/** The logarithm of the gamma function, by Stirling's series after raising the argument. */
function logGamma(value: number): number {
  let shift = 0
  let x = value
  for (; x < 20; x += 1) shift += Math.log(x)
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3) - shift
}

/** How likely 0 to `t` is. Simpson's rule over the angle: t = √dof · tan(angle). */
function chanceUpTo(t: number, dof: number): number {
  const factor = Math.exp(logGamma((dof + 1) / 2) - logGamma(dof / 2)) / Math.sqrt(Math.PI)
  const angle = Math.atan(t / Math.sqrt(dof))
  const steps = 200
  const width = angle / steps
  const sum = Array.from({ length: steps + 1 }, (_, at) => {
    const weight = at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2
    return weight * Math.cos(at * width) ** (dof - 1)
  }).reduce((total, part) => total + part, 0)
  return (factor * sum * width) / 3
}

/** The quantile of Student's t. @param p over 0.5 @param dof degrees of freedom, at least 1 */
export function quantileOfT(p: number, dof: number): number {
  let [low, high] = [0, 1000]
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2
    if (0.5 + chanceUpTo(middle, dof) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
