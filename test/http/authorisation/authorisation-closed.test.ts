import { describeMatrix } from './authorisation-matrix.ts';

describeMatrix(false);
