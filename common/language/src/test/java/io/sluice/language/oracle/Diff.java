package io.sluice.language.oracle;
import java.nio.file.*;
import java.util.*;
public class Diff{public static void main(String[] a)throws Exception{
 Sluice s=new Sluice(Path.of(a[0]));var g=Golden.read();int bad=0,n=0;
 for(Case c:Case.all()){n++;Answer t=g.get(c.expression());if(t==null)continue;Answer o;
 try{o=s.ask(c.expression());}catch(Throwable e){System.out.println("!! "+c.expression()+"\n   CRASH "+e+" "+Arrays.asList(e.getStackTrace()).subList(0,Math.min(4,e.getStackTrace().length)));bad++;continue;}
 boolean same=c.loose()? !t.faults().isEmpty()&&o.faults().stream().map(Answer.Fault::summary).toList().equals(t.faults().stream().map(Answer.Fault::summary).toList()):o.equals(t);
 if(!same){bad++;System.out.println(">> "+c.expression()+"\n   T "+(t.faults().isEmpty()?t.value():t.faults())+"\n   S "+(o.faults().isEmpty()?o.value():o.faults()));}}
 System.out.println(bad+" of "+n+" differ");}}
