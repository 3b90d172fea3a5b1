// The process that turns SVG into PNG: it gets one text at a time and answers with the bytes.

import { renderPng } from '#http/pictures/png/render-png';

process.on('message', async (svg: string) => {
  process.send!(await renderPng(svg));
});
