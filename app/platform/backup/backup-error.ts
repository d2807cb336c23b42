/** A backup that can't be made or restored; the message is the one line that the operator reads. */
export class BackupError extends Error {}
