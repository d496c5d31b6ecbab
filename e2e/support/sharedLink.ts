import type { APIRequestContext } from '@playwright/test';

const FIGURE = 'size(4cm);\ndraw(unitcircle, red);\n';

/** Shares a red circle; answers the address of its page. */
export async function shareFigure(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.post(`${address}/api/links`, {
    data: { files: [{ name: 'main.asy', text: FIGURE }], main: 'main.asy', title: 'Red circle' },
  });
  return ((await answer.json()) as { url: string }).url;
}
