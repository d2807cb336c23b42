/** What is used of jstat, which comes without types. */
declare module 'jstat' {
  const jstat: {
    readonly studentt: {
      /** The quantile of Student's t. @param p 0 to 1 @param dof degrees of freedom, more than 0 */
      inv(p: number, dof: number): number
    }
  }
  export default jstat
}
