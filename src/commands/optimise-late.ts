// For its effect, before anything else: a run lasts a second or two, and by default V8 spends a third of its CPU time on optimising
// code that has done most of its work by then. Functions get more turns first; long runs optimise as ever.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=1000000");
