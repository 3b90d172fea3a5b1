// Times the Python client, if this machine has Python with pandas.

export interface PythonMeasured {
  /** The versions of Python, pandas and numpy. */
  readonly versions: string;
  readonly titles: Readonly<Record<string, string>>;
  /** Milliseconds, a round each: `read` is ours, `pandas` is pandas.read_json. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

export async function measurePython(
  _url: string,
  _key: string,
  _code: string,
  _rounds: number,
): Promise<PythonMeasured | string> {
  return 'there is no Python client yet';
}
